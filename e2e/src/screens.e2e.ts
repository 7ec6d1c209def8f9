import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { passDesk, passPhone, passSignIn } from "./axe-passes.ts";
import { freshProfile, sizes } from "./browser.ts";
import { complaintsOf, paintShell, shellWords } from "./first-shell.ts";
import { messageList, openRoom, roomList, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

// These tests come first, since opening rooms marks them as read.
describe("screen reader output", () => {
  test("[A11Y-4] reads sign-in, the list, a conversation and a message's actions as recorded", async () => {
    const ana = await signedIn(browser, product, "ana", { timezoneId: earlyZone() });
    const guest = await (await freshProfile(browser)).newPage();
    await guest.goto(product.address);
    await guest.getByLabel("Utilizator").waitFor();
    const read = [`# Autentificare\n${await readOf(guest.locator("main"))}`];
    await roomList(ana).getByRole("listitem").first().waitFor();
    read.push(`# Lista\n${await readOf(roomList(ana))}`);
    await openRoom(ana, 10_001);
    await messageList(ana).getByRole("article").last().waitFor();
    read.push(`# Discuția\n${withLastMessages(await readOf(ana.locator("#conversation")))}`);
    await messageList(ana).getByRole("article").last().click({ button: "right" });
    const menu = ana.getByRole("menu");
    await menu.waitFor();
    read.push(`# Acțiunile unui mesaj\n${await readOf(menu)}`);
    await expect(`${read.join("\n\n")}\n`).toMatchFileSnapshot("read-aloud.golden.txt");
  });
});

test("[A11Y-1] axe finds nothing on the sign-in page, also with an error", async () => {
  await passSignIn(await (await freshProfile(browser)).newPage(), product.address, "light");
});

test("[A11Y-1] axe finds nothing on the home page, an open room, its menu and the not-found page", async () => {
  await passDesk(await signedIn(browser, product, "ana"), product.address, "light");
});

test("[A11Y-1] axe finds nothing on a phone", async () => {
  const phone = await signedIn(browser, product, "ana", { viewport: sizes.phone, hasTouch: true, isMobile: true });
  await passPhone(phone, "light");
});

test("[PERF-1b] a signed-in person sees the document's own header and list, in their theme and language, within 1 s on a slow link", async () => {
  const ana = await signedIn(browser, product, "ana");
  await ana.evaluate(() => {
    localStorage.setItem("language", "en");
    localStorage.setItem("cuplaj.theme", "dark");
  });
  await ana.setViewportSize(sizes.phone);
  const complaints = complaintsOf(ana);
  const loadRest = await paintShell(ana, product.address);
  expect(await shellWords(ana)).toEqual(["Cuplaj", "Conversations"]);
  expect(await ana.locator("#shell").evaluate((shell) => getComputedStyle(shell).backgroundColor)).toBe(
    "rgb(20, 28, 29)",
  );
  loadRest();
  await ana.getByRole("heading", { name: "Conversations" }).waitFor();
  expect(await ana.locator("#shell").isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});

/** A time zone where it is 5:00. The demo's latest messages are then from today, and those of the Romanian day before are not. */
function earlyZone(): string {
  const hoursAhead = ((5 - new Date(nowMs()).getUTCHours() + 12 + 24) % 24) - 12;
  // POSIX time zones have the opposite sign.
  return ["Etc/GMT", hoursAhead > 0 ? "-" : "+", Math.abs(hoursAhead)].join("");
}

const months = "ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie";
const weekdays = "luni|marți|miercuri|joi|vineri|sâmbătă|duminică";
const day = new RegExp(
  `"(?:[aA]zi|[iI]eri|(?:(?:${weekdays}), )?\\d{1,2} (?:${months})(?: \\d{4})?|${weekdays})"`,
  "giu",
);

/** An accessibility snapshot without times and dates. */
async function readOf(part: Locator): Promise<string> {
  const read = await part.ariaSnapshot();
  return read.replaceAll(/\d{1,2}:\d{2}/g, "ORA").replaceAll(day, '"ZIUA"');
}

/** Keeps only the last messages, since the number of rendered ones depends on the window. */
function withLastMessages(read: string): string {
  const begin = "    - article:";
  const [head = "", ...messages] = read.split(begin);
  return [head.replace(/ *- heading "ZIUA".*\n$/u, ""), ...messages.slice(-lastMessages)].join(begin);
}
const lastMessages = 6;
