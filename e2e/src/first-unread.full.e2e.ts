import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sizes } from "./browser.ts";
import {
  divider,
  expectFirstUnread,
  expectOnScreen,
  firstUnread,
  phone,
  readSeq,
  seeded,
  seededBubble,
} from "./long-room.ts";
import { bubbles, composer, messageList, openRoom, say, settled, signedIn } from "./people.ts";
import { leaveUnread, seedHistory } from "./seed-history.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

const toUnread = (page: Page): Locator => page.getByRole("button", { name: "La primul necitit" });
const toEnd = (page: Page): Locator => page.getByRole("button", { name: "La ultimul mesaj" });

const gapPx = (page: Page): Promise<number> =>
  messageList(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);

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

  test("[READ-3] [READ-3a] opens on a phone at the first of them, below a divider, and again after a reload", async () => {
    await expectFirstUnread(await signedIn(browser, product, "radu", phone), 10_001);
  });

  test("[SCROLL-2] turning the phone keeps the divider at the same height of the list", async () => {
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

  test("[READ-3a] [OLDER-4] a pill jumps there from anywhere, End to the very end, where the pill disappears", async () => {
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

  test("[READ-3a] [SCROLL-1] replying jumps to the end with the reply, and removes the pill", async () => {
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
});

describe("a list at its end", () => {
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
  ])("[SCROLL-2] stays there through %s, without a pill", async (_what, viewport, changes) => {
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

  test("[SCROLL-2] does not move a reader who has scrolled up", async () => {
    const radu = await signedIn(browser, product, "radu", { viewport: sizes.phone });
    await openRoom(radu, 10_001);
    await messageList(radu).press("Home");
    await expectOnScreen(radu, seededBubble(radu, "Veche 1"));
    await radu.setViewportSize(wide);
    await settled(radu);
    await expectOnScreen(radu, seededBubble(radu, "Veche 1"));
  });
});
