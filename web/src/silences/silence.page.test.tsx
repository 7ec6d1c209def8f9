import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { alertRemoveMs } from "@cuplaj/protocol/limits.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { type MountedPage, mountPage, refuse } from "../testing/mounted.tsx";
import { undoMs } from "../state/undo/undo-state.ts";

const begin = "Redu la tăcere pe Ana Popescu";

async function openRoom(): Promise<MountedPage> {
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  await page.composer();
  return page;
}

async function itemAtName(page: MountedPage): Promise<HTMLElement> {
  const [message] = page.bubbles("ce preț au discurile").slice(-1);
  const list = message!.closest<HTMLElement>("[data-scroller]")!;
  await page.user.click(within(list).getAllByRole("button", { name: "Ana Popescu" }).at(-1)!);
  return page.find("menuitem", { name: begin });
}

const toast = async (page: MountedPage): Promise<HTMLElement> =>
  (await page.screen.findByText(/^Ai redus la tăcere pe Ana Popescu/)).closest<HTMLElement>('[role="status"]')!;

test("[SIL-2][SIL-2c] silencing a person at their name can be undone by the toast and by Ctrl+Z, and nothing is sent", async () => {
  const page = await openRoom();
  await page.user.click(await itemAtName(page));
  await page.user.click(within(await toast(page)).getByRole("button", { name: "Anulează" }));
  (await itemAtName(page)).focus();
  await page.user.keyboard("{Enter}");
  await toast(page);
  await page.user.keyboard("{Control>}z{/Control}");
  await itemAtName(page);
  await page.pass(undoMs);
  expect(page.server.calls("silencePerson")).toEqual([]);
});

test("[SIL-2g] calls without a result, refused ones and those without a network are reported, and nothing has changed", async () => {
  const page = await openRoom();
  const { server, screen, user } = page;
  server.answer("silencePerson", refuse("not_found"), 1);
  server.answer("silencePerson", refuse("unexpected"), 1);
  server.answer("silencePerson", {} as never, 1);
  for (let sent = 1; sent <= 3; sent += 1) {
    await user.click(await itemAtName(page));
    await page.pass(undoMs);
    const failure = (await screen.findByText(/^Eroare neprevazuta/)).closest<HTMLElement>('[role="alert"]')!;
    expect(server.calls("silencePerson")).toHaveLength(sent);
    await user.click(within(failure).getByRole("button", { name: "Închide mesajul" }));
    await page.pass(alertRemoveMs);
    expect(screen.queryByText(/^Eroare neprevazuta/)).toBeNull();
  }
  server.reach(false);
  await page.connection("lost");
  await user.click(await itemAtName(page));
  await screen.findByText(/^Fără conexiune: tăcerea nu s-a schimbat/);
  server.reach(true);
  await page.connection("online");
  await page.pass(undoMs);
  await itemAtName(page);
  expect(server.calls("silencePerson")).toHaveLength(3);
  expect(server.world.user.users_silenced).toEqual([]);
});

test("[SIL-2] a message's menu offers it, by keyboard", async () => {
  const page = await openRoom();
  const message = await page.bubble("ce preț au discurile");
  await page.user.click(message);
  message.focus();
  await page.user.keyboard("{Shift>}{F10}{/Shift}");
  await page.find("menuitem", { name: begin });
  await page.user.keyboard("{Escape}");
  await vi.waitFor(() => expect(page.screen.queryByRole("menu")).toBeNull(), patient);
});
