import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import {
  composer,
  listedOffers,
  messageList,
  openRoom,
  roomList,
  roomRow,
  say,
  signedIn,
  startAgain,
} from "./people.ts";
import { startStage } from "./stage.ts";
import { sent } from "./talk.ts";

const { product, browser } = await startStage();
const radu = await signedIn(browser, product, "radu");
const ana = await signedIn(browser, product, "ana");

const filter = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) });

/** What a filter counts, as its label says. */
async function count(page: Page, name: string): Promise<number> {
  const label = roomList(page).locator("label", { has: filter(page, name) });
  return Number(/\d+/.exec(await label.innerText())?.[0]);
}

async function choose(page: Page, name: string): Promise<void> {
  await filter(page, name).focus();
  await filter(page, name).press("Space");
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

const way = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("whose turn it is", () => {
  test("[ROOM-3f][ROOM-3g][LIST-5][LIST-6] a customer who writes waits in the row, in nobody's and in the counts, until staff answer", async () => {
    await openRoom(ana, 10_001);
    await openRoom(radu, 10_001);
    // In the demo he has taken it over.
    await way(radu, "Renunță la preluare").click();
    await radu.getByText("Nepreluată", { exact: true }).waitFor();
    await say(radu, "Vă răspund imediat.");
    await sent(radu, "Vă răspund imediat.").waitFor();
    await expect
      .poll(() =>
        roomRow(radu, 10_001)
          .getByText(/așteaptă/)
          .count(),
      )
      .toBe(0);
    const before = await count(radu, "Ale nimănui");
    await say(ana, "Când ajunge piesa?");
    await roomRow(radu, 10_001).getByText("așteaptă de mai puțin de 1 min").waitFor();
    await expect.poll(() => count(radu, "Ale nimănui")).toBe(before + 1);
    expect(
      await roomRow(ana, 10_001)
        .getByText(/așteaptă/)
        .count(),
    ).toBe(0);
    await choose(radu, "Ale nimănui");
    await expect.poll(() => listedOffers(radu)).toContain(10_001);
    await say(radu, "Mâine dimineață.");
    await expect.poll(() => count(radu, "Ale nimănui")).toBe(before);
    // LIST-5c: the open room stays.
    expect(await listedOffers(radu)).toContain(10_001);
    await radu.reload();
    await composer(radu).waitFor();
    expect(await filter(radu, "Ale nimănui").isChecked()).toBe(true);
    await expect.poll(() => listedOffers(radu)).not.toContain(10_001);
    await choose(radu, "Toate");
  });

  test("[LIST-5] the filters are chosen by arrows, and the longest wait comes first", async () => {
    await startAgain(radu);
    await filter(radu, "Toate").focus();
    await radu.keyboard.press("ArrowRight");
    expect(await filter(radu, "Necitite").isChecked()).toBe(true);
    await radu.keyboard.press("ArrowRight");
    expect(await filter(radu, "Ale mele").isChecked()).toBe(true);
    await choose(radu, "Toate");
    await radu.getByRole("button", { name: "Întâi cine așteaptă" }).click();
    await expect
      .poll(async () => (await roomList(radu).getByRole("link").first().innerText()).includes("așteaptă"))
      .toBe(true);
    expect(await axeFindings(radu)).toEqual([]);
  });

  test("[ACT-8][ACT-8a][ACT-9][ACT-10][ACT-10a][SCROLL-3a] a conversation is taken over and handed over with a note, which its new holder is told once", async () => {
    await startAgain(radu);
    const ioana = await signedIn(browser, product, "ioana");
    await openRoom(ana, 10_001);
    await say(ana, "Aveți și filtrul?");
    await openRoom(radu, 10_001);
    // The second press falls on the way to release.
    await way(radu, "Preluare").first().dblclick();
    await radu.getByText("Preluată de tine", { exact: true }).first().waitFor();
    await roomRow(ioana, 10_001).getByText("preluată de Radu Ionescu").waitFor({ state: "attached" });
    await ana.getByText("Preluată de Radu Ionescu").first().waitFor();
    const mine = await count(ioana, "Ale mele");

    await way(radu, "Predă").click();
    const dialog = radu.getByRole("dialog", { name: "Predă discuția" });
    await dialog.getByRole("button", { name: "Predă discuția" }).click();
    await dialog.getByText("Alege un coleg.").waitFor();
    await dialog.getByRole("radio", { name: /Ioana Stan/ }).check();
    await dialog.getByLabel("Notă pentru coleg (opțional)").fill("Vrea filtrul Mann,\nsună după 15.");
    expect(await axeFindings(radu)).toEqual([]);
    await dialog.getByRole("button", { name: "Predă discuția" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focused(radu)).toBe("H2 Oferta 10001");
    await radu.getByText("Preluată de Ioana Stan").first().waitFor();

    const toast = ioana.getByRole("status").filter({ hasText: "Radu Ionescu ți-a predat oferta 10001." });
    await toast.getByText("Vrea filtrul Mann, sună după 15.").waitFor();
    await expect.poll(() => count(ioana, "Ale mele")).toBe(mine + 1);
    await toast.getByRole("button", { name: "Deschide" }).click();
    const note = ioana.getByRole("note");
    await note.getByText("Vrea filtrul Mann, sună după 15.").waitFor();
    expect(await note.innerText()).toContain("Vrea filtrul Mann,\nsună după 15.");
    await ioana.reload();
    await note.waitFor();
    expect(await toast.count()).toBe(0);
    await ioana.setViewportSize(sizes.phone);
    await composer(ioana).focus();
    const pressed = ioana.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener("mousedown", (down) =>
            document.addEventListener("click", (click) => resolve(click.target === down.target), { once: true }),
          );
        }),
    );
    await messageList(ioana).locator("time").last().click();
    expect(await pressed).toBe(true);
    await ioana.setViewportSize(sizes.desk);
    await say(ioana, "Da, avem filtrul Mann.");
    await note.waitFor({ state: "detached" });
    await way(ioana, "Renunță la preluare").click();
    await ioana.getByText("Nepreluată", { exact: true }).waitFor();
    await expect.poll(() => focused(ioana)).toMatch(/^(BUTTON Preluare|H2 Oferta 10001)$/);
  });

  test("[ACT-9a] a hand-over that the server refuses is told in its question", async () => {
    const mia = await signedIn(browser, product, "mia", { viewport: sizes.phone });
    await openRoom(mia, 10_003);
    await way(mia, "Predă").click();
    const dialog = mia.getByRole("dialog", { name: "Predă discuția" });
    await dialog.getByRole("radio").first().check();
    await mia.context().route("**/hand-over", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: JSON.stringify({ message: "", code: "conflict", request_id: "1" }),
      }),
    );
    await dialog.getByRole("button", { name: "Predă discuția" }).click();
    await dialog.getByRole("alert").getByText("nu ai ce preda").waitFor();
  });
});
