import { topOf, underTheEye, wheelUntil } from "./reading-history.ts";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, sizes } from "./browser.ts";
import {
  chip,
  divider,
  expectFirstUnread,
  expectLed,
  expectOnScreen,
  focusedAndMarked,
  isFocused,
  isMarked,
  old,
  readSeq,
  seeded,
} from "./long-room.ts";
import { bubbles, fillSignIn, messageList, openRoom, roomRow, say, settled, signedIn } from "./people.ts";
import { blackOnWhite, donePrinting, inkOf, pagesOf, paper, said } from "./printing.ts";
import { leaveUnread, seedHistory } from "./seed-history.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });

beforeAll(() => seedHistory(product, 10_001, seeded));

describe("a room with 5,000 unread messages", () => {
  beforeEach(() => leaveUnread(product, "radu", 10_001, readSeq));

  test("[READ-3] [READ-3a] opens on a desk at the first of them, below a divider, and again after a reload", async () => {
    await expectFirstUnread(await signedIn(browser, product, "radu"), 10_001);
  });

  test("[OLDER-2] scrolling down fills the gap to the live end, and nothing moves when a page loads", async () => {
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

/** Scrolls down until the next page is requested, and holds back its response. Returns the top visible message before the page arrives. */
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
  await wheelUntil(page, asked, "down");
  await settled(page);
  const before = await underTheEye(page);
  release();
  await answer;
  await page.unrouteAll({ behavior: "wait" });
  return before;
}

async function seenNumbers(page: Page): Promise<number[]> {
  const texts = await messageList(page).getByRole("article").allInnerTexts();
  return texts.map((text) => Number(/Veche (\d+)/.exec(text)?.[1]));
}

describe("codes and links in messages", () => {
  test("[OFF-5][OFF-5d] pressing a code opens the offer at its line, by mouse and by keyboard", async () => {
    const radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
    await say(radu, "Kit: 624-3477-33, seria wvwzzz1kz6w214587, CJ14MVA");
    const offer = radu.getByRole("region", { name: "Ofertă" });
    await radu.getByRole("button", { name: "Ascunde oferta" }).click();
    await offer.waitFor({ state: "detached" });
    await chip(radu, "Cod piesă 624-3477-33, arată în ofertă").click();
    const line = offer.getByRole("listitem").filter({ hasText: "624 3477 33" });
    await focusedAndMarked(line);
    await expect.poll(() => isMarked(line)).toBe(false);
    await chip(radu, "Serie de șasiu wvwzzz1kz6w214587, arată în ofertă").press("Enter");
    const vin = offer.getByRole("definition").filter({ hasText: "WVWZZZ1KZ6W214587" });
    await expect.poll(() => isFocused(vin)).toBe(true);
    await chip(radu, "Număr de înmatriculare CJ14MVA, arată în ofertă").press(" ");
    await expect.poll(() => isFocused(offer.getByRole("definition").filter({ hasText: "CJ 14 MVA" }))).toBe(true);
    expect(await axeFindings(radu)).toEqual([]);
  });

  test("[OLDER-5][OLDER-5b] a link to a message opens the room around it, also after signing in, after a reload, and on going back", async () => {
    const page = await (await freshProfile(browser)).newPage();
    await page.goto(`${product.address}/view/oferta.10001?m=57&erp=1`);
    await fillSignIn(page, "radu", "demo");
    await expectLed(page, 57);
    await page.reload();
    await expectLed(page, 57);
    await expect.poll(() => isMarked(old(page, 57))).toBe(false);
    await roomRow(page, 10_005).click();
    await page.getByRole("heading", { name: "Oferta 10005" }).first().waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.goBack();
    await expectLed(page, 57);
  });
});

describe("printing a conversation", () => {
  test("[PRINT-1][PRINT-1b] the browser's own print shows only the loaded messages, black on white, and states that", async () => {
    const phone = await signedIn(browser, product, "ana", { viewport: sizes.phone });
    await openRoom(phone, 10_001);
    await say(phone, "Ultimul mesaj de tipărit");
    await bubbles(phone, "Ultimul mesaj de tipărit").waitFor();
    // The code for printing is loaded ahead, since `beforeprint` must render synchronously.
    const announcePrint = () =>
      phone.evaluate(() => {
        window.dispatchEvent(new Event("afterprint"));
        window.dispatchEvent(new Event("beforeprint"));
        return document.querySelector("[data-printed]")?.textContent ?? "";
      });
    await expect.poll(announcePrint).toContain("Doar mesajele încărcate pe ecran");
    const text = await said(phone);
    await phone.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await paper(phone).isVisible()).toBe(true);
    expect(await phone.locator("#app").isVisible()).toBe(false);
    expect(await inkOf(phone)).toEqual(blackOnWhite);
    await phone.emulateMedia({ media: "screen", colorScheme: "light" });
    expect(text).toContain("Ultimul mesaj de tipărit");
    await donePrinting(phone);
    await paper(phone).waitFor({ state: "detached" });
    // An emulated viewport would give only one page; `pdf` sets the print medium itself.
    await phone.emulateMedia({ media: null });
    expect(pagesOf(await phone.pdf({ format: "A4" }))).toBeGreaterThan(1);
  });
});
