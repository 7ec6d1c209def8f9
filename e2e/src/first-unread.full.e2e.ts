import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sizes } from "./browser.ts";
import { bubbles, composer, messageList, openRoom, roomRow, say, settled, signedIn } from "./people.ts";
import { leaveUnread, seedHistory } from "./seed-history.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

const seeded = 6000;
const readSeq = 1000;
const firstUnread = `Veche ${readSeq + 1}`;

const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true } as const;

const divider = (page: Page): Locator => messageList(page).getByText("Mesaje necitite", { exact: true });
const toUnread = (page: Page): Locator => page.getByRole("button", { name: "La primul necitit" });
const toEnd = (page: Page): Locator => page.getByRole("button", { name: "La ultimul mesaj" });

/** How far the list's end is below the window, px. */
const gapPx = (page: Page): Promise<number> =>
  messageList(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);

/** The bubble that holds exactly this seeded message. */
const seededBubble = (page: Page, text: string): Locator =>
  messageList(page)
    .getByRole("article")
    .filter({ hasText: new RegExp(`${text}(?!\\d)`) });

async function expectOnScreen(page: Page, what: Locator): Promise<void> {
  await what.waitFor();
  await expect
    .poll(async () => {
      const [box, list] = [await what.boundingBox(), await messageList(page).boundingBox()];
      return box !== null && list !== null && box.y >= list.y && box.y + box.height <= list.y + list.height;
    })
    .toBe(true);
}

describe("a room with 5,000 unread messages", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    ({ product, browser } = await startBoth({ LIMITS: "off" }));
    await seedHistory(product, 10_001, seeded);
  });
  beforeEach(() => leaveUnread(product, "radu", 10_001, readSeq));
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  test.each([
    ["a desk", {}],
    ["a phone", phone],
  ])(
    "[READ-3] [READ-3a] on %s it opens at the first of them, below a divider, and again after a reload",
    async (_where, options) => {
      const radu = await signedIn(browser, product, "radu", options);
      const pages: string[] = [];
      radu.on("request", (request) => {
        if (/\/api\/v1\/chat\/[^/]+\/\d+/.test(request.url())) pages.push(request.url());
      });
      await openRoom(radu, 10_001);
      await expectOnScreen(radu, divider(radu));
      await expectOnScreen(radu, seededBubble(radu, firstUnread));
      expect(pages.length).toBeLessThanOrEqual(3);
      // READ-2: opening it reset its count all the same.
      await radu.reload();
      await expectOnScreen(radu, divider(radu));
      await expectOnScreen(radu, seededBubble(radu, firstUnread));
      await expect
        .poll(() =>
          roomRow(radu, 10_001)
            .getByText(/necitit/)
            .count(),
        )
        .toBe(0);
    },
  );

  test("[SCROLL-2a] a phone that is turned there shows the divider at the same height of the list, in view of all", async () => {
    const radu = await signedIn(browser, product, "radu", phone);
    await openRoom(radu, 10_001);
    await expectOnScreen(radu, divider(radu));
    await settled(radu);
    const { width, height } = sizes.phone;
    for (const viewport of [{ width: height, height: width }, sizes.phone]) {
      await radu.setViewportSize(viewport);
      await expect
        .poll(async () => {
          const [box, list] = [await divider(radu).boundingBox(), await messageList(radu).boundingBox()];
          return box !== null && list !== null && (box.y - list.y) / list.height;
        })
        .toSatisfy((fraction) => typeof fraction === "number" && fraction > 0.15 && fraction < 0.4);
    }
  });

  test("[READ-3b] [OLDER-4] a pill leads to it from anywhere, End exactly to the end, and then the pill is gone", async () => {
    const radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
    await expectOnScreen(radu, divider(radu));
    await toUnread(radu).waitFor({ state: "detached" });
    await messageList(radu).press("Home");
    await expectOnScreen(radu, seededBubble(radu, "Veche 1"));
    await radu.getByText("Aici începe discuția").waitFor();
    await toUnread(radu).click();
    await expectOnScreen(radu, seededBubble(radu, firstUnread));
    await toUnread(radu).waitFor({ state: "detached" });
    await messageList(radu).press("End");
    await bubbles(radu, "Mașina e blocată pe elevator.").waitFor();
    await expect.poll(() => gapPx(radu)).toBeLessThanOrEqual(1);
    await toEnd(radu).waitFor({ state: "detached" });
    expect(await toUnread(radu).count()).toBe(0);
    await messageList(radu).press("Home");
    await expectOnScreen(radu, seededBubble(radu, "Veche 1"));
    expect(await toUnread(radu).count()).toBe(0);
    await radu.reload();
    await bubbles(radu, "Mașina e blocată pe elevator.").waitFor();
    expect(await divider(radu).count()).toBe(0);
  });

  test("[READ-3a] [SCROLL-1] who answers goes to the end, where the answer stands, and the pill is gone", async () => {
    const radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
    await expectOnScreen(radu, divider(radu));
    await say(radu, "Am văzut, revin.");
    await expectOnScreen(radu, bubbles(radu, "Am văzut, revin.").last());
    await bubbles(radu, "Mașina e blocată pe elevator.").waitFor();
    await bubbles(radu, "Am văzut, revin.")
      .getByText(/^(?:Trimis|Citit)/)
      .waitFor();
    await settled(radu);
    await messageList(radu).hover();
    await radu.mouse.wheel(0, -600);
    await toEnd(radu).waitFor();
    expect(await toUnread(radu).count()).toBe(0);
  });

  test("[OLDER-3] [OLDER-3a] scrolling down from there fills the gap to the live end, and nothing moves when a page loads", async () => {
    const radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
    await expectOnScreen(radu, divider(radu));
    for (let page = 0; page < 5; page += 1) {
      const answer = radu.waitForResponse(/\/api\/v1\/chat\/[^/]+\/\d+\?after_seq/);
      const before = await movedTo(radu, answer);
      await settled(radu);
      expect(Math.abs((await topOf(radu, before.text)) - before.top)).toBeLessThan(1);
    }
    const numbers = await seenNumbers(radu);
    expect(numbers).toEqual(numbers.map((_number, index) => (numbers[0] ?? 0) + index));
  });
});

/** Turns the wheel down until another page is requested and held back; answers the top visible message before it comes in. */
async function movedTo(page: Page, answer: Promise<unknown>): Promise<{ text: string; top: number }> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\?after_seq/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\?after_seq/);
  await messageList(page).hover();
  for (let isAsked = false; !isAsked;) {
    await page.mouse.wheel(0, 240);
    const frame = messageList(page).evaluate(() => new Promise(requestAnimationFrame));
    isAsked = await Promise.race([asked.then(() => true), frame.then(() => false)]);
  }
  await settled(page);
  const before = await underTheEye(page);
  release();
  await answer;
  await page.unrouteAll({ behavior: "wait" });
  return before;
}

const underTheEye = (page: Page): Promise<{ text: string; top: number }> =>
  messageList(page).evaluate((list) => {
    const edge = list.getBoundingClientRect().top;
    const seen = [...list.querySelectorAll("article")].find((each) => each.getBoundingClientRect().top >= edge);
    return { text: seen?.textContent ?? "", top: seen?.getBoundingClientRect().top ?? NaN };
  });

const topOf = (page: Page, text: string): Promise<number> =>
  messageList(page).evaluate(
    (list, wanted) =>
      [...list.querySelectorAll("article")].find((each) => each.textContent === wanted)?.getBoundingClientRect().top ??
      NaN,
    text,
  );

/** The numbers of the drawn seeded messages, in order. */
async function seenNumbers(page: Page): Promise<number[]> {
  const texts = await messageList(page).getByRole("article").allInnerTexts();
  return texts.map((text) => Number(/Veche (\d+)/.exec(text)?.[1]));
}

describe("a list that stands at its end", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    ({ product, browser } = await startBoth());
    await seedHistory(product, 10_001, 300);
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  const wide = { width: 844, height: 390 };
  test.each([
    ["a phone that is turned and turned back", sizes.phone, [wide, sizes.phone]],
    ["a keyboard that comes and goes", sizes.phone, [{ width: 390, height: 480 }, sizes.phone]],
    ["a window that becomes narrow and wide", sizes.desk, [{ width: 1000, height: 900 }, sizes.desk]],
  ])("[SCROLL-2] stays there through %s, and no pill says otherwise", async (_what, viewport, changes) => {
    const radu = await signedIn(browser, product, "radu", { viewport });
    await openRoom(radu, 10_001);
    await messageList(radu).press("End");
    await expect.poll(() => gapPx(radu)).toBeLessThanOrEqual(1);
    for (const size of changes) {
      await radu.setViewportSize(size);
      await settled(radu);
      await expect.poll(() => gapPx(radu)).toBeLessThanOrEqual(1);
      await toEnd(radu).waitFor({ state: "detached" });
    }
  });

  test("[SCROLL-2] stays there while the composer grows and shrinks", async () => {
    const radu = await signedIn(browser, product, "radu", phone);
    await openRoom(radu, 10_001);
    await messageList(radu).press("End");
    await composer(radu).fill("un rând\nîncă unul\nși al treilea\nși al patrulea");
    await settled(radu);
    await expect.poll(() => gapPx(radu)).toBeLessThanOrEqual(1);
    await composer(radu).fill("");
    await settled(radu);
    await expect.poll(() => gapPx(radu)).toBeLessThanOrEqual(1);
    await toEnd(radu).waitFor({ state: "detached" });
  });

  test("[SCROLL-2] but who reads above is not taken there by any of it", async () => {
    const radu = await signedIn(browser, product, "radu", { viewport: sizes.phone });
    await openRoom(radu, 10_001);
    await messageList(radu).press("Home");
    await expectOnScreen(radu, seededBubble(radu, "Veche 1"));
    await radu.setViewportSize(wide);
    await settled(radu);
    await expectOnScreen(radu, seededBubble(radu, "Veche 1"));
  });
});
