import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshProfile, startBrowser } from "./browser.ts";
import { messageList, openRoom, roomList, signedIn } from "./people.ts";
import { type Product, startProduct } from "./start-product.ts";

describe("what a screen reader reads", () => {
  let product: Product;
  let browser: Browser;
  let ana: Page;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), startBrowser()]);
    ana = await signedIn(browser, product, "ana", { timezoneId: earlyZone() });
  });
  afterAll(() => Promise.all([browser.close(), product.stop()]));

  test("[A11Y-4] signing in, the list, a conversation and a message's actions are read as written down", async () => {
    const guest = await (await freshProfile(browser)).newPage();
    await guest.goto(product.address);
    await guest.getByLabel("Utilizator").waitFor();
    const read = [`# Autentificare\n${await readOf(guest.locator("main"))}`];
    await roomList(ana).getByRole("listitem").first().waitFor();
    read.push(`# Lista\n${await readOf(roomList(ana))}`);
    await openRoom(ana, 10_001);
    await messageList(ana).getByRole("article").last().waitFor();
    read.push(`# Conversația\n${withLastMessages(await readOf(ana.locator("#conversation")))}`);
    await messageList(ana).getByRole("article").last().click({ button: "right" });
    const menu = ana.getByRole("menu");
    await menu.waitFor();
    read.push(`# Acțiunile unui mesaj\n${await readOf(menu)}`);
    await expect(`${read.join("\n\n")}\n`).toMatchFileSnapshot("read-aloud.golden.txt");
  });
});

/**
 * Where it is five in the morning, whatever the hour: what the demo has said in the last hours is of today, and what it has said the day
 * before in Romania is not.
 */
function earlyZone(): string {
  const hoursAhead = ((5 - new Date().getUTCHours() + 12 + 24) % 24) - 12;
  // The names of these zones count the other way round.
  return ["Etc/GMT", hoursAhead > 0 ? "-" : "+", Math.abs(hoursAhead)].join("");
}

const months = "ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie";
const weekdays = "luni|marți|miercuri|joi|vineri|sâmbătă|duminică";
const day = new RegExp(
  `"(?:[aA]zi|[iI]eri|(?:(?:${weekdays}), )?\\d{1,2} (?:${months})(?: \\d{4})?|${weekdays})"`,
  "giu",
);

/** What is read of a part of the page, without what changes from day to day. */
async function readOf(part: Locator): Promise<string> {
  const read = await part.ariaSnapshot();
  return read.replaceAll(/\d{1,2}:\d{2}/g, "ORA").replaceAll(day, '"ZIUA"');
}

/** The same with the last messages alone: how many are drawn above depends on the window. */
function withLastMessages(read: string): string {
  const begin = "    - article:";
  const [head = "", ...messages] = read.split(begin);
  return [head, ...messages.slice(-lastMessages)].join(begin);
}
const lastMessages = 6;
