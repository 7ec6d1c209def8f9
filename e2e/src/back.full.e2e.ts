import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { longPress } from "./acting.ts";
import { sizes } from "./browser.ts";
import { madePicture, sendFile } from "./made-files.ts";
import { bubbles, composer, messageList, openRoom, roomRow, signedIn } from "./people.ts";
import { results, showResults } from "./searching.ts";
import { holdCode } from "./slow-network.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });
const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };
const lying = "dialog:modal, [role=menu]";

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const tap = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).first().tap();
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole("menuitem", { name, exact: true }).first().tap();

const byMenu = (button: string | RegExp, item: string) => async (page: Page) => {
  await tap(page, button);
  await choose(page, item);
};
const room = "Opțiunile discuției";
const own = /^Contul tău,/;

const overHome: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "own menu": (page) => tap(page, own),
  account: byMenu(own, "Contul tău"),
  "whom one silences": byMenu(own, "Persoane reduse la tăcere"),
  keys: (page) => page.keyboard.press("Control+/"),
  offers: (page) => tap(page, "Oferte"),
  notifications: (page) => tap(page, /^Notificări/),
  search: (page) => tap(page, /^Caută discuții/),
  "a row's menu": (page) => roomRow(page, 10_001).click({ button: "right" }),
};

const overRoom: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "room's menu": (page) => tap(page, room),
  members: byMenu(room, "Membrii discuției"),
  "photos and files": byMenu(room, "Fotografii și fișiere"),
  offer: (page) => tap(page, "Arată oferta"),
  "message's sheet": (page) => longPress(page, bubbles(page, "De încercat").last().locator("[data-bubble]")),
  "message's menu": (page) => bubbles(page, "De încercat").last().locator("[data-bubble]").click({ button: "right" }),
  "person's menu": (page) =>
    messageList(page)
      .getByRole("button", { name: /^Ana Mureșan/ })
      .last()
      .tap(),
  viewer: (page) =>
    messageList(page)
      .getByRole("button", { name: /^Fotografie: eticheta/ })
      .tap(),
  search: (page) => page.keyboard.press("Control+k"),
};

const overResults: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "when it was": (page) => tap(page, "Când"),
  days: byMenu("Când", "Alege zilele"),
  author: (page) => tap(page, "De la"),
};

/** Opens each overlay and goes back, which must close the overlay without moving the page beneath. */
async function walk(page: Page, overlays: Readonly<Record<string, (page: Page) => Promise<void>>>): Promise<void> {
  const path = pathOf(page);
  for (const [name, open] of Object.entries(overlays)) {
    await open(page);
    await expect.poll(() => page.locator(lying).count(), { message: name }).toBe(1);
    await page.evaluate(() => history.back());
    await expect.poll(() => page.locator(lying).count(), { message: name }).toBe(0);
    expect([name, pathOf(page)]).toEqual([name, path]);
  }
}

test("[BACK-1] back on a phone closes the top overlay without moving the page beneath", async () => {
  const page = await signedIn(browser, product, "radu", phone);
  const bytes = await madePicture(page, 300, 200, "eticheta");
  await sendFile(product, "ana", { offer: 10_001, name: "eticheta.jpg", bytes, text: "Se vede codul?" });
  await walk(page, overHome);
  await roomRow(page, 10_001).waitFor();
  await openRoom(page, 10_001);
  await composer(page).fill("De încercat");
  await page.getByRole("button", { name: "Trimite", exact: true }).tap();
  await bubbles(page, "De încercat").and(page.locator("article[data-seq]")).waitFor();
  await walk(page, overRoom);
  expect(await composer(page).isVisible()).toBe(true);
  await page.evaluate(() => history.back());
  await roomRow(page, 10_001).waitFor();
  await showResults(page, "disc");
  await walk(page, overResults);
  expect(await results(page).isVisible()).toBe(true);
});

test("[BACK-1b] back on a phone leaves the product after the arrow", async () => {
  const page = await signedIn(browser, product, "ana", phone);
  for (const offer of [10_001, 10_002, 10_003]) {
    await openRoom(page, offer);
    await tap(page, "La lista de discuții");
    await roomRow(page, offer).waitFor();
  }
  await page.evaluate(() => history.back());
  await expect.poll(() => pathOf(page)).toBe("/favicon.svg");
});

test("[WEB-11] never sends what is typed while a room's page starts, and opens search by its key", async () => {
  const page = await signedIn(browser, product, "radu", { serviceWorkers: "block" });
  const { promise: typed, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(`${product.address}/view/oferta.10001`, { waitUntil: "commit" });
  await page.waitForFunction(() => "earlyKey" in window);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("salutare");
  await page.keyboard.press("Enter");
  letGo();
  await page.getByRole("dialog", { name: "Căutare" }).or(results(page)).first().waitFor();
  await messageList(page).getByRole("article").last().waitFor();
  expect(await composer(page).inputValue()).toBe("");
  expect(await bubbles(page, "salutare").count()).toBe(0);
});

test("[WEB-11] drops what is typed across the start of a room's page", async () => {
  const page = await signedIn(browser, product, "radu", { serviceWorkers: "block" });
  const release = await holdCode(page, "first");
  await page.goto(`${product.address}/view/oferta.10001`, { waitUntil: "commit" });
  await page.waitForFunction(() => "earlyKey" in window);
  await page.keyboard.type("sal", { delay: 60 });
  release();
  await page.keyboard.type("utare", { delay: 60 });
  await messageList(page).getByRole("article").last().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Contul tău,/ }).waitFor();
  expect(await composer(page).inputValue()).toBe("");
  expect(await bubbles(page, "salutare").count()).toBe(0);
});
