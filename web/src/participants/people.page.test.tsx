import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { ana, mountPage, refuse } from "../testing/mounted.tsx";
import { mia } from "../testing/scripted-world.ts";

test("[USR-2e] retrying to load the members focuses the last one loaded", async () => {
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  await page.composer();
  page.server.answer("listMembers", refuse("unexpected"), 1);
  await page.user.click(await page.find("button", { name: "Opțiunile discuției" }));
  await page.user.click(await page.find("menuitem", { name: "Membrii discuției" }));
  const dialog = within(await page.find("dialog", { name: "Membrii discuției" }));
  const release = page.server.hold("listMembers");
  (await dialog.findByRole("button", { name: "Încearcă din nou" })).focus();
  await page.user.keyboard("{Enter}");
  await vi.waitFor(
    () => expect(document.activeElement).toBe(dialog.getAllByRole("button", { name: /^Acțiuni pentru/ }).at(-1)),
    patient,
  );
  release();
});

test("[USR-2e] unsilencing removes a person from the list, and focuses the next one, or finally the close button", async () => {
  const page = await mountPage({
    as: "radu",
    before: ({ world }) => {
      const users_silenced = [ana, mia].map(({ id, type }) => ({ user_id: id, type }));
      world.user = { ...world.user, users_silenced };
    },
  });
  const { user, find } = page;
  await user.click(await find("button", { name: /^Contul tău,/ }));
  await user.click(await find("menuitem", { name: "Persoane reduse la tăcere" }));
  const dialog = within(await find("dialog", { name: "Persoane reduse la tăcere" }));
  const ends = () => dialog.queryAllByRole("button", { name: /^Încheie tăcerea/ });
  await vi.waitFor(() => expect(ends()).toHaveLength(2), patient);
  for (const left of [1, 0]) {
    ends()[0]!.focus();
    await user.keyboard("{Enter}");
    await page.pass(5000);
    await vi.waitFor(() => expect(ends()).toHaveLength(left), patient);
    expect(document.activeElement).toBe(ends()[0] ?? dialog.getByRole("button", { name: "Închide" }));
  }
});
