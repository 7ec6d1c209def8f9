import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { composer, fillSignIn, openRoom, signedIn, signOut } from "./people.ts";
import { photo, type SampleFile } from "./sample-files.ts";
import { awaitHeld, choose, expectSent, heldFiles } from "./sending-files.ts";
import { openSlowLink, type SlowLink } from "./slow-link.ts";
import { startBoth, type Stage } from "./stage.ts";

const neverMs = 3_600_000;

/** Ana is on a link that can be slowed down, and Radu is not. */
interface Way {
  readonly link: SlowLink;
  readonly ana: Page;
}

describe("a file arrives once over any link", () => {
  let stage: Stage;
  let radu: Page;
  let big: SampleFile;
  const links: SlowLink[] = [];
  const origins: SlowLink[] = [];

  beforeAll(async () => {
    for (let count = 0; count < 4; count += 1) links.push(await openSlowLink());
    stage = await startBoth({ ALLOWED_ORIGINS: links.map(({ address }) => address).join(",") });
    radu = await signedIn(stage.browser, stage.product, "radu");
    await openRoom(radu, 10_001);
    big = await photo(radu, "mare.png", 800, 600);
  });
  afterAll(async () => {
    await stage.browser.close();
    await Promise.all([...links, ...origins].map((link) => link.close()));
    await stage.product.stop();
  });

  async function setOut(): Promise<Way> {
    const link = links.shift();
    if (link === undefined) throw new Error("Every link is taken.");
    origins.push(link);
    link.leadTo(Number(new URL(stage.product.address).port));
    const ana = await signedIn(stage.browser, { ...stage.product, address: link.address }, "ana");
    await openRoom(ana, 10_001);
    return { link, ana };
  }

  /** Sends the big file, and waits until part of it has been sent. */
  async function sendSome({ link, ana }: Way, name: string, bitsPerSecond: number): Promise<void> {
    await choose(ana, { ...big, name });
    await awaitHeld(ana);
    link.slowDown(bitsPerSecond, neverMs);
    await composer(ana).press("Enter");
    await expect.poll(() => link.sentBytes()).toBeGreaterThan(big.buffer.length / 4);
  }

  test("[ATT-6b] over 320 kbit/s with a break every 4 s, five times the promised rate, a file arrives and each break costs at most a fifth of an interval", async () => {
    const way = await setOut();
    await choose(way.ana, { ...big, name: "rupt.png" });
    await awaitHeld(way.ana);
    const [bitsPerSecond, breakEveryMs] = [320_000, 4000];
    way.link.slowDown(bitsPerSecond, breakEveryMs);
    await composer(way.ana).press("Enter");
    await expectSent(radu, "rupt", ["rupt.png"]);
    expect(way.link.breaks()).toBeGreaterThan(3);
    // A busy machine has more breaks, but each must not cost more.
    const lostBytes = (way.link.sentBytes() - big.buffer.length) / way.link.breaks();
    expect(lostBytes / ((bitsPerSecond / 8000) * breakEveryMs)).toBeLessThan(0.2);
    await expect.poll(() => heldFiles(way.ana)).toEqual([]);
  });

  test("[ATT-6] an upload that the server no longer has starts again", async () => {
    const way = await setOut();
    await sendSome(way, "maturat.png", 2_000_000);
    let asked = 0;
    await way.ana.route("**/api/v1/uploads/*", (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 404 }) : route.fallback();
    });
    await way.ana.reload();
    await expectSent(radu, "maturat", ["maturat.png"]);
    expect(asked).toBeGreaterThan(1);
    await expect.poll(() => heldFiles(way.ana)).toEqual([]);
  });

  test("[ATT-6] another tab sends once what a closed one was sending", async () => {
    const way = await setOut();
    const other = await way.ana.context().newPage();
    await other.goto(way.ana.url());
    await composer(other).waitFor();
    await sendSome(way, "tab.png", 2_000_000);
    await way.ana.close();
    await expectSent(radu, "tab", ["tab.png"]);
    await expect.poll(() => heldFiles(other)).toEqual([]);
  });

  test("[ATT-6][ATT-6a][SEND-7] signing out asks: kept files are sent after the next sign-in, deleted ones leave the device", async () => {
    const { ana } = await setOut();
    const refuse = (): Promise<unknown> => ana.context().route("**/api/v1/uploads**", (route) => route.abort());
    await refuse();
    for (const [name, answer] of [
      ["pastrat.png", "Ies și le păstrez"],
      ["sters.png", "Ies și le șterg"],
    ] as const) {
      await choose(ana, { ...big, name });
      await awaitHeld(ana);
      await composer(ana).press("Enter");
      await signOut(ana);
      await ana.getByRole("dialog").getByRole("button", { name: answer }).click();
      await ana.getByLabel("Utilizator").waitFor();
      await expect.poll(() => heldFiles(ana)).toHaveLength(name === "pastrat.png" ? 1 : 0);
      if (name === "pastrat.png") await ana.context().unroute("**/api/v1/uploads**");
      await fillSignIn(ana, "ana", "demo");
      await openRoom(ana, 10_001);
      if (name === "pastrat.png") await expectSent(radu, "pastrat", ["pastrat.png"]);
      await refuse();
    }
    await ana.context().unroute("**/api/v1/uploads**");
    await ana.reload();
    await composer(ana).waitFor();
    await expectSent(radu, "sters", []);
  });
});
