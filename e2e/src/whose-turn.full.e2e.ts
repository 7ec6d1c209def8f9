import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { composer, listedOffers, openRoom, roomList, roomRow, say, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";
import { sent } from "./talk.ts";

const { product, browser } = await startStage();
const radu = await signedIn(browser, product, "radu");
const ana = await signedIn(browser, product, "ana");

const filter = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) });

async function count(page: Page, name: string): Promise<number> {
  const label = roomList(page).locator("label", { has: filter(page, name) });
  return Number(/\d+/.exec(await label.innerText())?.[0]);
}

async function choose(page: Page, name: string): Promise<void> {
  await filter(page, name).focus();
  await filter(page, name).press("Space");
}

const way = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("whose turn it is", () => {
  test("[ROOM-3d][ROOM-3g][LIST-5][LIST-6] a waiting customer shows in the row, the unassigned filter and the counts until staff reply", async () => {
    await openRoom(ana, 10_001);
    await openRoom(radu, 10_001);
    // The demo begins with Radu as holder.
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
    // LIST-5: the open room stays listed.
    expect(await listedOffers(radu)).toContain(10_001);
    await radu.reload();
    await composer(radu).waitFor();
    expect(await filter(radu, "Ale nimănui").isChecked()).toBe(true);
    await expect.poll(() => listedOffers(radu)).not.toContain(10_001);
    await choose(radu, "Toate");
    await radu.getByRole("button", { name: "Întâi cine așteaptă" }).click();
    expect(await axeFindings(radu)).toEqual([]);
  });
});
