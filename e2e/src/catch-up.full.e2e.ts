import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { expectSameUnread, numbered, upTo } from "./catching-up.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { awaitConnected, bubbles, messageList, openRoom, settled, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

describe("missed events arrive once, in order, after a reconnect", () => {
  let product: Product;
  let browser: Browser;
  let link: CuttableLink;
  let page: Page;
  let ana: Caller;
  let radu: Caller;

  beforeAll(async () => {
    link = await openLink();
    ({ product, browser } = await startBoth({ ALLOWED_ORIGINS: link.address, LIMITS: "off" }));
    link.leadTo(Number(new URL(product.address).port));
    [ana, radu] = await Promise.all([apiAs(product, "ana"), apiAs(product, "radu")]);
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

  test("[SYNC-5] after too long a gap the page loads the newest messages, skips none, and never claims to have none", async () => {
    await noteFalseWords(page);
    await cut();
    const texts = upTo(1100).map((n) => `Lung ${n}`);
    for (let from = 0; from < texts.length; from += 50) {
      for (const message of texts.slice(from, from + 50)) await radu.post("publish/oferta.10001", { message });
    }
    link.mend();
    await bubbles(page, "Lung 1100").waitFor();
    const held = await numbered(page, "Lung");
    expect(held).toEqual(Array.from({ length: held.length }, (_, i) => 1100 - held.length + 1 + i));
    await messageList(page).hover();
    let oldest = held[0] ?? 1100;
    while (oldest >= 1000) {
      await page.mouse.wheel(0, -2000);
      await settled(page);
      // Leaves out the last row, which may be rendered only because it has the keyboard focus.
      const seen = (await numbered(page, "Lung")).slice(0, -1);
      oldest = seen[0] ?? 0;
      expect(seen).toEqual(Array.from({ length: seen.length }, (_, k) => oldest + k));
    }
    expect(await page.evaluate(() => document.body.dataset["falseWords"] ?? "")).toBe("");
    await expectSameUnread(page, ana);
  });
});

/** Records whether the page ever claims to have no messages. */
async function noteFalseWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.innerText.includes("Niciun mesaj")) document.body.dataset["falseWords"] = "Niciun mesaj";
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
