import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { look } from "./looking.ts";
import { awaitConnected, bubbles, messageList, openRoom, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

/** How long a reconnected page may take to catch up, ms. */

describe("what was missed is there once, in order, when the connection is back", () => {
  let product: Product;
  let browser: Browser;
  /** Ana's bad signal: her browser reaches the product through it. */
  let link: CuttableLink;
  let page: Page;
  let ana: Caller;
  let radu: Caller;
  let ioana: Caller;

  beforeAll(async () => {
    link = await openLink();
    ({ product, browser } = await startBoth({ ALLOWED_ORIGINS: link.address, LIMITS: "off" }));
    link.leadTo(Number(new URL(product.address).port));
    [ana, radu, ioana] = await Promise.all([apiAs(product, "ana"), apiAs(product, "radu"), apiAs(product, "ioana")]);
    page = await signedIn(browser, { ...product, address: link.address }, "ana");
    await openRoom(page, 10_001);
  });
  afterAll(async () => {
    await browser.close();
    await link.close();
    await product.stop();
  });

  async function cut(): Promise<void> {
    link.cut();
    await awaitConnected(page, false);
  }

  /** The numbers of the open room's messages that begin with a word. */
  async function numbered(word: string): Promise<number[]> {
    const texts = await bubbles(page, word).allInnerTexts();
    return texts.map((text) => Number(new RegExp(`${word} (\\d+)`).exec(text)?.[1]));
  }

  const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

  /** The list, the window's title and the server agree on Ana's unread messages. */
  const expectSameUnread = (): Promise<void> =>
    vi.waitFor(async () => {
      const unread = await unreadOnServer();
      expect(await unreadOnPage()).toEqual(unread);
    }, patient);

  async function unreadOnServer(): Promise<{ rooms: Record<string, number>; total: number }> {
    const { channels } = await ana.get<{ channels: { name: string; kind: string; unread_count: number }[] }>(
      "channels",
    );
    const rooms = channels.filter(({ kind, unread_count }) => kind === "room" && unread_count > 0);
    return {
      rooms: Object.fromEntries(rooms.map(({ name, unread_count }) => [name.slice("oferta.".length), unread_count])),
      total: rooms.reduce((sum, { unread_count }) => sum + unread_count, 0),
    };
  }

  async function unreadOnPage(): Promise<{ rooms: Record<string, number>; total: number }> {
    const rows = await page.locator("a[data-room][data-unread=true]").all();
    const rooms: Record<string, number> = {};
    for (const row of rows) {
      const text = await row.innerText();
      const count = /([\d.]+) (?:de )?mesaje? necitit/.exec(text)?.[1] ?? "";
      rooms[/\d{5}/.exec(text)?.[0] ?? text] = Number(count.replaceAll(".", ""));
    }
    return { rooms, total: Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0) };
  }

  test("[SYNC-6] thirty messages in two rooms, reads and a newcomer while the link was cut", async () => {
    const { rooms: before } = await unreadOnServer();
    await cut();
    for (const n of upTo(15)) {
      await radu.post("publish/oferta.10001", { message: `Prima ${n}` });
      await radu.post("publish/oferta.10002", { message: `A doua ${n}` });
    }
    await ioana.post("read/oferta.10001");
    await ioana.post("leave/oferta.10003");
    await ioana.post("join", { type: 1, channel: "10003" });
    await page.waitForTimeout(3000);
    expect(await bubbles(page, "Prima").count()).toBe(0);
    link.mend();
    await expect.poll(() => numbered("Prima")).toEqual(upTo(15));
    await expectSameUnread();
    expect((await unreadOnPage()).rooms["10002"]).toBe((before["10002"] ?? 0) + 15);
    await openRoom(page, 10_002);
    await expect.poll(() => numbered("A doua")).toEqual(upTo(15));
    await openRoom(page, 10_001);
    await expect.poll(() => numbered("Prima")).toEqual(upTo(15));
    await expectSameUnread();
  });

  test("[SYNC-2] a tab in the background that lost its link has caught up when it is shown again, and nothing was marked read meanwhile", async () => {
    await look(page, false);
    await cut();
    for (const n of upTo(3)) await radu.post("publish/oferta.10001", { message: `Ascuns ${n}` });
    link.mend();
    await awaitConnected(page);
    await expect.poll(() => numbered("Ascuns")).toEqual(upTo(3));
    await page.waitForTimeout(2500);
    expect((await unreadOnServer()).rooms["10001"]).toBe(3);
    await expectSameUnread();
    await look(page, true);
    await expect.poll(async () => (await unreadOnServer()).rooms["10001"] ?? 0).toBe(0);
    await expectSameUnread();
    expect(await numbered("Ascuns")).toEqual(upTo(3));
  });

  test("[SYNC-5] too long a gap: the newest messages are loaded anew, without a gap and without a false claim", async () => {
    await noteFalseWords(page);
    await cut();
    const texts = upTo(1100).map((n) => `Lung ${n}`);
    for (let from = 0; from < texts.length; from += 50) {
      for (const message of texts.slice(from, from + 50)) await radu.post("publish/oferta.10001", { message });
    }
    link.mend();
    await bubbles(page, "Lung 1100").waitFor();
    const held = await numbered("Lung");
    expect(held).toEqual(Array.from({ length: held.length }, (_, i) => 1100 - held.length + 1 + i));
    await messageList(page).hover();
    let oldest = held[0] ?? 1100;
    // As many turns as it takes to load pages of before, on a slow machine too.
    for (let turns = 0; oldest >= 1000 && turns < 40; turns += 1) {
      await page.mouse.wheel(0, -2000);
      await page.waitForTimeout(250);
      // The last one may be the one that keys lead on from, which stays in the page wherever one scrolls.
      const seen = (await numbered("Lung")).slice(0, -1);
      oldest = seen[0] ?? 0;
      expect(seen).toEqual(Array.from({ length: seen.length }, (_, k) => oldest + k));
    }
    expect(oldest).toBeLessThan(1000);
    expect(await page.evaluate(() => document.body.dataset["falseWords"] ?? "")).toBe("");
    await expectSameUnread();
  });
});

/** Records if the page says, even for a moment, that there are no messages. */
async function noteFalseWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.innerText.includes("Niciun mesaj")) document.body.dataset["falseWords"] = "Niciun mesaj";
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
