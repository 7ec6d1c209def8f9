import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { bubbles, messageList, openRoom, roomRow, say, settled, signedIn } from "./people.ts";
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

  /** The first bubble that is wholly on screen: its text and its top. */
  const underTheEye = (): Promise<{ text: string; top: number }> =>
    messageList(radu).evaluate((list) => {
      const edge = list.getBoundingClientRect().top;
      const seen = [...list.querySelectorAll("article")].find((each) => each.getBoundingClientRect().top >= edge);
      return { text: seen?.textContent ?? "", top: seen?.getBoundingClientRect().top ?? NaN };
    });

  const topOf = (text: string): Promise<number> =>
    messageList(radu).evaluate(
      (list, wanted) =>
        [...list.querySelectorAll("article")].find((each) => each.textContent === wanted)?.getBoundingClientRect()
          .top ?? NaN,
      text,
    );

  /** Turns the wheel over the list, a notch a frame, as a person looking for an old message does. */
  async function wheelUpUntil(reached: Promise<unknown>): Promise<void> {
    const box = await messageList(radu).boundingBox();
    if (!box) throw new Error("the list is not on screen");
    await radu.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let isReached = false; !isReached;) {
      await radu.mouse.wheel(0, -240);
      const frame = messageList(radu).evaluate(() => new Promise(requestAnimationFrame));
      isReached = await Promise.race([reached.then(() => true), frame.then(() => false)]);
    }
  }

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

  test("[SCROLL-3] what stands in the list takes presses while the list moves", async () => {
    const kinds = await messageList(radu).evaluate(async (list) => {
      const { left, top, width, height } = list.getBoundingClientRect();
      const found: string[] = [];
      for (let frame = 0; frame < 20; frame++) {
        list.scrollBy({ top: frame < 10 ? -1 : 1 });
        await new Promise(requestAnimationFrame);
        // A message is as wide as its text: some height of the list's middle third has one.
        const heights = Array.from({ length: 20 }, (_, at) => top + (height * (at + 0.5)) / 20);
        const hit = heights.some((y) => document.elementFromPoint(left + width / 3, y)?.closest("article"));
        found.push(hit ? "a message" : "nothing");
      }
      return [...new Set(found)];
    });
    expect(kinds).toEqual(["a message"]);
  });

  /** Scrolls up to request the next older page, and holds it back; what is on screen must stay when it comes in. */
  async function moveOfTextWhenPageComes(goUp: (asked: Promise<unknown>) => Promise<void>): Promise<number> {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await radu.route(/\/api\/v1\/chat\/[^/]+\/\d+/, async (route) => {
      await held;
      await route.continue();
    });
    const answer = radu.waitForResponse(/\/api\/v1\/chat\/[^/]+\/\d+/);
    const asked = radu.waitForRequest(/\/api\/v1\/chat\/[^/]+\/\d+/);
    await goUp(asked);
    await asked;
    await settled(radu);
    const before = await underTheEye();
    release();
    await answer;
    await settled(radu);
    const movedPx = Math.abs((await topOf(before.text)) - before.top);
    await radu.unrouteAll({ behavior: "wait" });
    return movedPx;
  }

  test("[OLDER-2] the text being read does not move by a pixel when older pages load", async () => {
    for (let page = 0; page < 6; page += 1) expect(await moveOfTextWhenPageComes(wheelUpUntil)).toBeLessThan(1);
  });

  test("[OLDER-2] nor does it after a jump over rows that were never rendered, on a slow phone", async () => {
    const devTools = await radu.context().newCDPSession(radu);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const leap = async (): Promise<void> => {
      await messageList(radu).evaluate((list) => list.scrollTo({ top: Math.min(list.scrollTop, 200) }));
    };
    for (let page = 0; page < 12; page += 1) expect(await moveOfTextWhenPageComes(leap)).toBeLessThan(1);
    await devTools.detach();
  });

  test("[OLDER-2] however much is loaded, only what is near the screen is in the page", async () => {
    const screens = await messageList(radu).evaluate((list) => list.scrollHeight / list.clientHeight);
    expect(screens).toBeGreaterThan(15);
    expect(await messageList(radu).getByRole("article").count()).toBeLessThan(200);
  });

  test("[OLDER-2] a message that arrives does not move the text being read above, and a pill announces it", async () => {
    const ana = await signedIn(browser, product, "ana");
    await openRoom(ana, 10_001);
    await settled(radu);
    const before = await underTheEye();
    await say(ana, "Mai aveți timp de mine?");
    await radu.getByRole("button", { name: "1 mesaj nou" }).waitFor();
    expect(Math.abs((await topOf(before.text)) - before.top)).toBeLessThan(1);
    await radu.getByRole("button", { name: "1 mesaj nou" }).click();
    await bubbles(radu, "Mai aveți timp de mine?").waitFor();
    await expect.poll(() => roomRow(radu, 10_001).getByText("necitit").count()).toBe(0);
  });
});
