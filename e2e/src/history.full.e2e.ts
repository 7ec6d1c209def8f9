import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { bubbles, messageList, openRoom, roomRow, say, settled, signedIn } from "./people.ts";
import { moveOfTextWhenPageComes, topOf, underTheEye } from "./reading-history.ts";
import { seedHistory } from "./seed-history.ts";
import { startStage } from "./stage.ts";

const historyLength = 100_000;

const { product, browser } = await startStage();

describe("a room with 100,000 messages", () => {
  let radu: Page;

  beforeAll(async () => {
    await seedHistory(product, 10_001, historyLength);
    radu = await signedIn(browser, product, "radu");
  });

  test("[ROOM-4a] opens at its newest message with only a page of it loaded", async () => {
    const pages: string[] = [];
    radu.on("request", (request) => {
      if (/\/api\/v1\/chat\/[^/]+\/\d+/.test(request.url())) pages.push(request.url());
    });
    await openRoom(radu, 10_001);
    await bubbles(radu, "Mașina e blocată pe elevator.").waitFor();
    expect(pages.length).toBeLessThanOrEqual(3);
    expect(await messageList(radu).getByRole("article").count()).toBeLessThan(100);
  });

  test("[SCROLL-3] messages take presses while the list scrolls", async () => {
    const kinds = await messageList(radu).evaluate(async (list) => {
      const { left, top, width, height } = list.getBoundingClientRect();
      const found: string[] = [];
      for (let frame = 0; frame < 20; frame++) {
        list.scrollBy({ top: frame < 10 ? -1 : 1 });
        await new Promise(requestAnimationFrame);
        // Messages are only as wide as their text, so the middle third is probed at several heights.
        const heights = Array.from({ length: 20 }, (_, at) => top + (height * (at + 0.5)) / 20);
        const hit = heights.some((y) => document.elementFromPoint(left + width / 3, y)?.closest("article"));
        found.push(hit ? "a message" : "nothing");
      }
      return [...new Set(found)];
    });
    expect(kinds).toEqual(["a message"]);
  });

  test("[OLDER-2] the text being read does not move by a pixel after a jump over rows that were never rendered, on a slow phone", async () => {
    const devTools = await radu.context().newCDPSession(radu);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const leap = async (page: Page): Promise<void> => {
      await messageList(page).evaluate((list) => list.scrollTo({ top: Math.min(list.scrollTop, 200) }));
    };
    for (let page = 0; page < 12; page += 1) expect(await moveOfTextWhenPageComes(radu, leap)).toBeLessThan(1);
    await devTools.detach();
  });

  test("[OLDER-2] renders only messages near the screen", async () => {
    const screens = await messageList(radu).evaluate((list) => list.scrollHeight / list.clientHeight);
    expect(screens).toBeGreaterThan(15);
    expect(await messageList(radu).getByRole("article").count()).toBeLessThan(200);
  });

  test("[OLDER-2] an arriving message does not move the text being read above, and a pill announces it", async () => {
    const ana = await signedIn(browser, product, "ana");
    await openRoom(ana, 10_001);
    await settled(radu);
    const before = await underTheEye(radu);
    await say(ana, "Mai aveți timp de mine?");
    await radu.getByRole("button", { name: "1 mesaj nou" }).waitFor();
    expect(Math.abs((await topOf(radu, before.text)) - before.top)).toBeLessThan(1);
    await radu.getByRole("button", { name: "1 mesaj nou" }).click();
    await bubbles(radu, "Mai aveți timp de mine?").waitFor();
    await expect.poll(() => roomRow(radu, 10_001).getByText("necitit").count()).toBe(0);
  });
});
