import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { startBrowser } from "./browser.ts";
import { chip, expectLed, focusedAndMarked, isFocused, isMarked, old, phone } from "./long-room.ts";
import { bubbles, composer, messageList, openRoom, roomList, roomRow, say, signedIn } from "./people.ts";
import { seedHistory } from "./seed-history.ts";
import { type Product, startProduct } from "./start-product.ts";

/** Scrolls up until a target is rendered. Returns whether it is. */
async function scrolledTo(page: Page, target: Locator): Promise<boolean> {
  if ((await target.count()) > 0) return true;
  await page.locator("[data-scroller]").evaluate((list) => list.scrollBy(0, -300));
  return false;
}

describe("codes, phone numbers and links in messages", () => {
  let product: Product;
  let browser: Browser;
  let radu: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct({ LIMITS: "off" }), startBrowser()]);
    await seedHistory(product, 10_001, 400);
    radu = await signedIn(browser, product, "radu");
    await radu.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await openRoom(radu, 10_001);
    await say(radu, "Kit: 624-3477-33, seria wvwzzz1kz6w214587, CJ14MVA");
    await say(radu, "Sună la 0722.123.456 sau +40 (0)21 345 67 89, nu 624 3477 33");
    await say(radu, "415 0250 10");
    await bubbles(radu, "Sună la").last().waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  describe("on a desk", () => {
    test("[OFF-4] selecting across chips copies what was typed", async () => {
      const text = bubbles(radu, "Kit:").last().locator("p");
      expect(await text.evaluate((element) => element.textContent)).toBe(
        "Kit: 624-3477-33, seria wvwzzz1kz6w214587, CJ14MVA",
      );
      await text.evaluate((element) => getSelection()?.selectAllChildren(element));
      await radu.keyboard.press("Control+c");
      expect(await radu.evaluate(() => navigator.clipboard.readText())).toBe(
        "Kit: 624-3477-33, seria wvwzzz1kz6w214587, CJ14MVA",
      );
    });

    test("[OFF-4] dragging over a code selects it without opening anything", async () => {
      const code = chip(radu, "Cod piesă 415 0250 10, arată în ofertă");
      const box = await code.boundingBox();
      if (!box) throw new Error("the code is not drawn");
      const middle = box.y + box.height / 2;
      await radu.mouse.move(box.x + 6, middle);
      await radu.mouse.down();
      await radu.mouse.move(box.x + box.width - 6, middle, { steps: 5 });
      await radu.mouse.up();
      expect(await radu.evaluate(() => getSelection()?.toString())).toMatch(/15 0250/u);
      const line = radu
        .getByRole("region", { name: "Ofertă" })
        .getByRole("listitem")
        .filter({ hasText: "415 0250 10" });
      expect([await isMarked(line), await isFocused(line)]).toEqual([false, false]);
    });
  });

  describe("on a phone", () => {
    test("[OFF-5d] pressing a code opens the sheet at its line, without animation under reduced motion", async () => {
      const ana = await signedIn(browser, product, "ana", { ...phone, reducedMotion: "reduce", colorScheme: "dark" });
      await openRoom(ana, 10_001);
      const code = chip(ana, "Cod piesă 415 0250 10, arată în ofertă");
      // The code's distance from the end varies: early in the morning there is one more day heading.
      await expect.poll(() => scrolledTo(ana, code)).toBe(true);
      await code.tap();
      const line = ana
        .getByRole("dialog", { name: "Oferta 10001" })
        .getByRole("listitem")
        .filter({ hasText: "415 0250 10" });
      await focusedAndMarked(line);
      expect(
        await line.evaluate((element) => Number.parseFloat(getComputedStyle(element).transitionDuration)),
      ).toBeLessThan(0.001);
      expect(await axeFindings(ana)).toEqual([]);
      await ana.goBack();
      await line.waitFor({ state: "detached" });
      await expect.poll(() => isFocused(code)).toBe(true);
    });

    test("[OFF-5e] codes and numbers are tall enough for thumbs and do not overlap", async () => {
      const ana = await signedIn(browser, product, "ana", phone);
      await openRoom(ana, 10_001);
      const heightOf = async (of: Locator): Promise<number> => (await of.boundingBox())?.height ?? 0;
      expect(await heightOf(chip(ana, "Cod piesă 624-3477-33, arată în ofertă"))).toBeGreaterThanOrEqual(24);
      expect(await heightOf(chip(ana, "Copiază codul 624-3477-33"))).toBeGreaterThanOrEqual(24);
      expect(await heightOf(chip(ana, "Cod piesă 415 0250 10, arată în ofertă"))).toBeGreaterThanOrEqual(44);
      const call = bubbles(ana, "Sună la").last().getByRole("link").first();
      expect(await heightOf(call)).toBeGreaterThanOrEqual(24);
      const boxes = await bubbles(ana, "Kit:")
        .last()
        .locator("p > span")
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));
      for (const [i, { top, left, bottom }] of boxes.entries()) {
        for (const after of boxes.slice(i + 1)) {
          expect(after.top >= bottom + 4 || (after.top === top && after.left > left)).toBe(true);
        }
      }
    });
  });

  test("[MSG-11] draws codes letter by letter, as typed, everywhere", async () => {
    await say(radu, "8x0 615 301 -> fi ffl 0x8 624 3477 33");
    const drawn = [
      bubbles(radu, "8x0").last().locator("p"),
      chip(radu, "Cod piesă 624 3477 33, arată în ofertă"),
      composer(radu),
      roomRow(radu, 10_001).getByText("8x0"),
      radu.getByRole("region", { name: "Ofertă" }).getByText("624 3477 33"),
      radu.getByRole("region", { name: "Ofertă" }).getByText("WVWZZZ1KZ6W214587"),
      radu.getByRole("button", { name: "Copiază codul 624-3477-33" }),
    ];
    await radu.getByRole("button", { name: "Oferte" }).click();
    drawn.push(radu.getByRole("dialog").getByRole("searchbox"));
    for (const one of drawn) expect((await one.first().evaluate(drawnLetters)).isAsTyped).toBe(true);
    // Our own font has ligatures, so this proves that the check can fail.
    expect((await composer(radu).evaluate(drawnLetters)).wouldDiffer).toBe(true);
    await radu.keyboard.press("Escape");
  });

  /** Whether an element's letters are as wide together as they are separately, and whether ligatures would change that. */
  function drawnLetters(element: Element): { isAsTyped: boolean; wouldDiffer: boolean } {
    const own = getComputedStyle(element);
    const widthOf = (ligatures: string, texts: readonly string[]): number => {
      const box = document.createElement("span");
      for (const name of ["font-family", "font-weight", "font-feature-settings"]) {
        box.style.setProperty(name, own.getPropertyValue(name));
      }
      Object.assign(box.style, { position: "absolute", whiteSpace: "pre", fontSize: "60px", fontKerning: "none" });
      box.style.fontVariantLigatures = ligatures;
      for (const text of texts) {
        const piece = document.createElement("span");
        piece.style.display = "inline-block";
        piece.textContent = text;
        box.append(piece);
      }
      document.body.append(box);
      const { width } = box.getBoundingClientRect();
      box.remove();
      return width;
    };
    const text = "8x0 -> 4x100 fi ffl";
    const letters = widthOf(own.fontVariantLigatures, Array.from(text));
    return {
      isAsTyped: Math.abs(widthOf(own.fontVariantLigatures, [text]) - letters) < 1,
      wouldDiffer: Math.abs(widthOf("normal", [text]) - letters) > 2,
    };
  }

  describe("a link to a message", () => {
    const linkTo = (seq: number | string): string => `${product.address}/view/oferta.10001?m=${seq}`;

    test("[OLDER-5b][OLDER-5d] pressed in a message jumps within the page each time, until the person moves on", async () => {
      await say(radu, `Vezi ${linkTo(57)}`);
      const pages = radu.context().pages().length;
      for (let press = 0; press < 2; press += 1) {
        const link = messageList(radu)
          .getByRole("link", { name: linkTo(57) })
          .last();
        await link.click();
        await expectLed(radu, 57);
        expect(new URL(radu.url()).search).toBe("?m=57");
        await radu.getByRole("button", { name: "La ultimul mesaj" }).click();
        await link.waitFor();
        expect(new URL(radu.url()).search).toBe("");
      }
      expect(radu.context().pages()).toHaveLength(pages);
      await messageList(radu)
        .getByRole("link", { name: linkTo(57) })
        .last()
        .click();
      await expectLed(radu, 57);
      await say(radu, "Am văzut");
      await bubbles(radu, "Am văzut").waitFor();
      expect(new URL(radu.url()).search).toBe("");
      expect(await roomList(radu).isVisible()).toBe(true);
    });

    test("[OLDER-5b] overlays that open and close do not jump to the message again", async () => {
      const page = await signedIn(browser, product, "ana", phone);
      await page.goto(linkTo(57));
      await expect.poll(() => isFocused(old(page, 57))).toBe(true);
      await expect.poll(() => isMarked(old(page, 57))).toBe(false);
      await page.getByRole("button", { name: "Arată oferta" }).tap();
      await page.getByRole("dialog", { name: "Oferta 10001" }).waitFor();
      await page.goBack();
      await page.getByRole("dialog", { name: "Oferta 10001" }).waitFor({ state: "detached" });
      expect(await isMarked(old(page, 57))).toBe(false);
      expect(new URL(page.url()).search).toBe("?m=57");
    });
  });
});
