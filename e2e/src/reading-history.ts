import type { Page } from "playwright-core";
import { messageList, settled } from "./people.ts";

const pageCall = /\/api\/v1\/chat\/[^/]+\/\d+/;

/** The text and top of the first bubble that is completely on screen. */
export const underTheEye = (page: Page): Promise<{ text: string; top: number }> =>
  messageList(page).evaluate((list) => {
    const edge = list.getBoundingClientRect().top;
    const seen = [...list.querySelectorAll("article")].find((each) => each.getBoundingClientRect().top >= edge);
    return { text: seen?.textContent ?? "", top: seen?.getBoundingClientRect().top ?? NaN };
  });

export const topOf = (page: Page, text: string): Promise<number> =>
  messageList(page).evaluate(
    (list, wanted) =>
      [...list.querySelectorAll("article")].find((each) => each.textContent === wanted)?.getBoundingClientRect().top ??
      NaN,
    text,
  );

/** Scrolls by wheel, one notch per frame, until the promise resolves. */
export async function wheelUntil(page: Page, reached: Promise<unknown>, way: "up" | "down" = "up"): Promise<void> {
  const box = await messageList(page).boundingBox();
  if (!box) throw new Error("the list is not on screen");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let isReached = false; !isReached;) {
    await page.mouse.wheel(0, way === "up" ? -240 : 240);
    const frame = messageList(page).evaluate(() => new Promise(requestAnimationFrame));
    isReached = await Promise.race([reached.then(() => true), frame.then(() => false)]);
  }
}

/** Scrolls up until the next page is requested, and holds back its response. Returns how many px the visible text moves when the page arrives. */
export async function moveOfTextWhenPageComes(
  page: Page,
  goUp: (page: Page, asked: Promise<unknown>) => Promise<void>,
): Promise<number> {
  const held = Promise.withResolvers<void>();
  await page.route(pageCall, async (route) => {
    await held.promise;
    await route.continue();
  });
  const answer = page.waitForResponse(pageCall);
  const asked = page.waitForRequest(pageCall);
  await goUp(page, asked);
  await asked;
  await settled(page);
  const before = await underTheEye(page);
  held.resolve();
  await answer;
  await settled(page);
  const movedPx = Math.abs((await topOf(page, before.text)) - before.top);
  await page.unrouteAll({ behavior: "wait" });
  return movedPx;
}
