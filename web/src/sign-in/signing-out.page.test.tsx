import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { mountPage, type MountedPage } from "../testing/mounted.tsx";
import { fillSignIn, say, storedIn } from "../testing/page-acts.ts";

async function sayWaiting(page: MountedPage, text: string): Promise<void> {
  await page.composer();
  page.server.reach(false);
  await say(page, text);
  await expect.poll(async () => (await page.bubble(text)).textContent).toMatch(/Așteaptă serverul/);
}

async function signOut({ user, find }: MountedPage): Promise<void> {
  await user.click(await find("button", { name: /^Contul tău,/ }));
  await user.click(await find("menuitem", { name: "Ieșire din cont" }));
}

test("[SEND-7] signing out by address before unsent messages are known asks as well", async () => {
  const first = await mountPage({ at: "/view/oferta.10001" });
  await sayWaiting(first, "Prin adresă 1");
  const page = await first.reload("/logout");
  await page.user.click(await page.find("button", { name: "Ies din cont" }));
  await page.screen.findByText("1 mesaj nu a plecat încă.");
  expect(page.address()).toBe("/logout");
  page.server.reach(true);
  await page.user.click(within(await page.find("dialog")).getByRole("button", { name: "Rămân" }));
  await page.pass(30_000);
  await expect.poll(() => storedIn(page, 10_001)).toBe("Prin adresă 1");
});

test("[SEND-7] messages deleted at signing out are gone for good", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  await sayWaiting(page, "De șters 1");
  await signOut(page);
  await page.user.click(await page.find("button", { name: "Ies și le șterg" }));
  await page.find("textbox", { name: "Utilizator" });
  expect(Object.keys(localStorage).filter((key) => /draft|unsent|aside/.test(key))).toEqual([]);
  page.server.reach(true);
  await fillSignIn(page, "ana", "demo");
  await page.user.click(await page.row(10_001));
  await page.bubble("v-am trimis oferta");
  expect(page.bubbles("De șters")).toHaveLength(0);
});

for (const isReopened of [false, true]) {
  test(`[SIGN-3] signing out reaches the server when ${isReopened ? "the page next opens" : "the network is back"}`, async () => {
    const page = await mountPage({ at: "/view/oferta.10001" });
    await page.composer();
    const token = localStorage.getItem("token") ?? "";
    expect(token).not.toBe("");
    page.server.reach(false);
    await signOut(page);
    await page.find("textbox", { name: "Utilizator" });
    await expect.poll(() => localStorage.getItem("cuplaj.signed-out")).toMatch(/^\["[0-9a-f]{64}"\]$/);
    expect(Object.values(localStorage).join().includes(token)).toBe(false);
    const before = page.server.calls("logout").length;
    page.server.reach(true);
    if (isReopened) await page.reload("/login");
    else window.dispatchEvent(new Event("online"));
    await expect.poll(() => localStorage.getItem("cuplaj.signed-out")).toBeNull();
    expect(page.server.calls("logout").length).toBeGreaterThan(before);
  });
}
