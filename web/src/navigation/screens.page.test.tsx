import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { devices, standOn } from "../testing/media.ts";
import { type MountedPage, mountPage } from "../testing/mounted.tsx";
import { fillSignIn } from "../testing/page-acts.ts";

const focused = (): string | null => document.activeElement?.textContent ?? null;

async function expectNamed({ find }: MountedPage, name: string): Promise<void> {
  await find("heading", { name, level: 1 });
  await vi.waitFor(() => expect([document.title, focused()]).toEqual([`${name} · Cuplaj`, name]), patient);
}

test("[WEB-10] screens outside the conversations set the title and focus their heading", async () => {
  standOn(devices.phone);
  const guest = await mountPage({ as: null, at: "/login" });
  await expectNamed(guest, "Autentificare");
  (await guest.find("link", { name: "Înregistrare" })).focus();
  await guest.user.keyboard("{Enter}");
  await expectNamed(guest, "Înregistrare");
  await guest.back();
  await expectNamed(guest, "Autentificare");
  await expectNamed(await guest.reload("/nimic"), "Pagina asta nu e pe raft");
});

test("[WEB-10b] typing at once fills in the user name", async () => {
  const page = await mountPage({ as: null, at: "/login" });
  const username = await page.screen.findByLabelText<HTMLInputElement>("Utilizator");
  await vi.waitFor(() => expect(document.activeElement).toBe(username), patient);
  await page.user.keyboard("ana");
  expect(username.value).toBe("ana");
});

test("[WEB-10] signing out asks under its own title", async () => {
  await expectNamed(await mountPage({ at: "/logout" }), "Ieși din cont?");
});

test.each([
  ["nobody", null],
  ["Ana", "ana"],
] as const)("[GUARD-4] an unknown path shows the not-found page to %s", async (_who, as) => {
  const page = await mountPage({ as, at: "/nu/exista" });
  await page.find("heading", { name: "Pagina asta nu e pe raft" });
  await (await page.reload("/view/%E0%A4%A")).find("heading", { name: "Pagina asta nu e pe raft" });
});

test("[WEB-7] registering is a link there and back, explains in both languages who makes accounts, and keeps the target address", async () => {
  const [romanian, english] = [/^Contul ți-l face/, /^Whoever handles your offers/];
  const page = await mountPage({ as: null, at: "/view/oferta.10002" });
  await page.screen.findByText(romanian);
  await page.user.click(await page.find("link", { name: "Înregistrare" }));
  await page.find("heading", { name: "Înregistrare" });
  expect(location.pathname).toBe("/register");
  await page.screen.findByText(romanian);
  await page.user.click(await page.find("radio", { name: "English" }));
  await page.screen.findByText(english);
  await page.user.click(await page.find("link", { name: "Back to sign-in" }));
  await page.screen.findByText(english);
  await fillSignIn(page, "ana", "demo");
  await page.composer();
  expect(location.pathname).toBe("/view/oferta.10002");
});

test("[WEB-10] home focuses its heading after another screen", async () => {
  const page = await mountPage({ as: null, at: "/login" });
  await fillSignIn(page, "ana", "demo");
  await page.row(10_001);
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("H1"), patient);
});
