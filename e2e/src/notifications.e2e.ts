import { randomUUID } from "node:crypto";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, startWholeBrowser } from "./browser.ts";
import { look } from "./looking.ts";
import {
  haveSubscription,
  noteSigns,
  notedOf,
  openNotifications,
  setPermission,
  shownNotifications,
} from "./notifying.ts";
import { awaitConnected, fillSignIn, openRoom, roomList, roomRow, signOut } from "./people.ts";
import { startProduct } from "./start-product.ts";
import { awaitWorker } from "./worker-page.ts";

const product = await startProduct({ PUSH_ENDPOINTS: "loopback" });
// The headless shell has no notifications.
const browser = await startWholeBrowser();
afterAll(async () => {
  await browser.close();
  await product.stop();
});
const radu = await apiAs(product, "radu");
const ioana = await apiAs(product, "ioana");
const roomOf = (offer: number): string => `oferta.${offer}`;
/** Somebody of the ERP writes to Ana. */
const say = (offer: number, message: string) =>
  (offer === 10_002 ? ioana : radu).post(`publish/${roomOf(offer)}`, { message, client_id: randomUUID() });

type Prepare = (page: Page) => Promise<unknown>;

/** Ana's page with a worker, after what prepares it. */
async function anasPage(prepare: Prepare = async () => undefined, options: BrowserContextOptions = {}): Promise<Page> {
  const profile = await freshProfile(browser, { serviceWorkers: "allow", ...options });
  const page = await profile.newPage();
  await prepare(page);
  await page.goto(`${product.address}/login`);
  await fillSignIn(page, "ana", "demo");
  await roomList(page).getByRole("link").first().waitFor();
  await awaitWorker(page);
  await awaitConnected(page);
  return page;
}

/** The same with notifications turned on, as far as the browser has them. */
async function notifiedPage(prepare?: Prepare): Promise<Page> {
  const page = await anasPage(prepare);
  await setPermission(page, "granted");
  const dialog = await openNotifications(page);
  await dialog.getByRole("button", { name: "Pornește notificările" }).click();
  await dialog.getByText("Notificările sunt pornite pe dispozitivul acesta.").waitFor();
  await page.keyboard.press("Escape");
  return page;
}

const wanted = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem("notifications"));

describe("permission", () => {
  test("[NOTE-1][NOTE-1a] the page asks for nothing by itself, and each answer of the browser has words and a way out", async () => {
    const page = await anasPage((fresh) =>
      fresh.addInitScript(() => {
        Notification.requestPermission = () => {
          document.body.dataset["asked"] = "yes";
          return Promise.resolve("default");
        };
      }),
    );
    await openRoom(page, 10_001);
    expect(await page.evaluate(() => document.body.dataset["asked"])).toBeUndefined();
    const dialog = await openNotifications(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await setPermission(page, "prompt");
      await dialog.getByText("Notificările nu sunt pornite.").waitFor();
      await dialog.getByRole("button", { name: "Pornește notificările" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await setPermission(page, "denied");
      await dialog.getByText(/alege „Permite”/).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await setPermission(page, "granted");
      await dialog.getByText("Notificările sunt oprite pe dispozitivul acesta.").waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.context().close();
  });

  test("[NOTE-1a] a browser without notifications says so, and an iPhone how to have them", async () => {
    const without: Prepare = (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, "Notification"));
    const desk = await anasPage(without);
    await (await openNotifications(desk)).getByText("Browserul nu poate arăta notificări pe pagina aceasta.").waitFor();
    await desk.context().close();
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
    const phone = await anasPage(without, { userAgent, viewport: { width: 390, height: 844 } });
    const dialog = await openNotifications(phone);
    expect(await dialog.getByRole("listitem").count()).toBe(3);
    await dialog.getByText("Alege „Adăugați la ecranul principal”.").waitFor();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.context().close();
  });

  test("[NOTE-6][NOTE-1d] a test notification is shown by the system, and none once they are off, in all tabs", async () => {
    const page = await notifiedPage();
    const other = await page.context().newPage();
    await other.goto(product.address);
    const there = await openNotifications(other);
    await there.getByText("Notificările sunt pornite pe dispozitivul acesta.").waitFor();
    const dialog = await openNotifications(page);
    await dialog.getByRole("button", { name: "Trimite una de probă" }).click();
    await expect.poll(() => shownNotifications(page)).toEqual(["Notificările merg: Așa te anunță Cuplaj."]);
    await dialog.getByRole("button", { name: "Oprește notificările" }).click();
    await expect.poll(() => shownNotifications(page)).toEqual([]);
    await there.getByText("Notificările sunt oprite pe dispozitivul acesta.").waitFor();
    expect(await wanted(page)).toBe("false");
    await page.context().close();
  });
});

describe("alerts", () => {
  const asking =
    (answer: "default" | "fails"): Prepare =>
    (page) =>
      page.addInitScript((how) => {
        Notification.requestPermission = () =>
          how === "fails" ? Promise.reject(new Error("no prompt")) : Promise.resolve("default");
      }, answer);
  const failures: Readonly<Record<string, Prepare>> = {
    "initPush reject1": asking("default"),
    "initPush reject2": asking("fails"),
    // The server takes no address of a network of its own.
    "subscribeToWebPush response error": (page) => haveSubscription(page, "http://10.0.0.1:9/push"),
    "subscribeToWebPush subscribePush error": async (page) => {
      await haveSubscription(page, "http://127.0.0.1:9/push");
      await page.context().route("**/api/v1/subscribePush", (route) => route.abort());
    },
    // A profile of its own has no push service in Chromium.
    "subscribeToWebPush error: Registration failed": async () => undefined,
  };

  test.each(Object.entries(failures))("[NOTE-1f] %s", async (alert, prepare) => {
    const page = await anasPage(prepare);
    await setPermission(page, alert.startsWith("initPush") ? "prompt" : "granted");
    const dialog = await openNotifications(page);
    await dialog.getByRole("button", { name: "Pornește notificările" }).click();
    await dialog.getByRole("alert").getByText(alert).waitFor();
    if (alert.startsWith("subscribe")) await dialog.getByText("Vin doar cât timp pagina e deschisă").waitFor();
    await page.context().close();
  });
});

describe("what rings", () => {
  test("[NOTE-1c][NOTE-2b][NOTE-5] without pushes the page shows a message that nobody looks at, until it is read elsewhere", async () => {
    const page = await notifiedPage();
    await look(page, false);
    await say(10_002, "Plăcuțele au sosit.");
    await expect
      .poll(() => shownNotifications(page))
      .toEqual([expect.stringMatching(/Dacia.*: Ioana Stan: Plăcuțele au sosit\.$/)]);
    const ana = await apiAs(product, "ana");
    await ana.post(`read/${roomOf(10_002)}`);
    await expect.poll(() => shownNotifications(page)).toEqual([]);
    await look(page, true);
    await say(10_002, "Și discurile.");
    await roomRow(page, 10_002).getByText("Și discurile.").waitFor();
    expect(await shownNotifications(page)).toEqual([]);
    await page.context().close();
  });

  test("[NOTE-1b][NOTE-1c][NOTE-1g] with pushes the page shows none of its own, and signing out ends them", async () => {
    const page = await notifiedPage(async (fresh) => {
      await noteSigns(fresh);
      await haveSubscription(fresh, "http://127.0.0.1:9/push");
    });
    const dialog = await openNotifications(page);
    await dialog.getByText("Vin și când pagina e închisă.").waitFor();
    await page.keyboard.press("Escape");
    await look(page, false);
    await say(10_003, "Garnitura e aici.");
    await expect.poll(async () => (await notedOf(page)).starts).toBeGreaterThan(0);
    expect(await shownNotifications(page)).toEqual([]);
    await look(page, true);
    expect(await wanted(page)).toBe("true");
    await signOut(page);
    await page.getByLabel("Utilizator").waitFor();
    expect(await wanted(page)).toBeNull();
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()))
      .toBeNull();
    await expect.poll(async () => (await notedOf(page)).badges.at(-1)).toBe(0);
    await page.context().close();
  });

  test("[NOTE-3a][NOTE-3d] of three tabs one sounds a burst, once, none while one is looked at, and none where sound is off", async () => {
    const first = await anasPage(noteSigns);
    const tabs = [first];
    for (let more = 0; more < 2; more += 1) {
      const tab = await first.context().newPage();
      await noteSigns(tab);
      await tab.goto(product.address);
      await awaitConnected(tab);
      // Only a page in which somebody pressed something may sound.
      await tab.getByRole("main").click({ position: { x: 700, y: 600 } });
      tabs.push(tab);
    }
    const starts = async (): Promise<readonly number[]> =>
      Promise.all(tabs.map(async (tab) => (await notedOf(tab)).starts)).then((all) => all.toSorted((a, b) => a - b));
    const arrived = (text: string) => Promise.all(tabs.map((tab) => roomRow(tab, 10_003).getByText(text).waitFor()));
    for (const tab of tabs) await look(tab, false);
    for (const text of ["Unu", "Doi", "Trei"]) await say(10_003, text);
    // A message's sound has two tones.
    await expect.poll(starts).toEqual([0, 0, 2]);
    await arrived("Trei");
    expect(await starts()).toEqual([0, 0, 2]);
    // A burst ends 3 s after its last: what follows would sound.
    await first.waitForFunction(async () => (await navigator.locks.query()).held?.length === 0);
    await look(first, true);
    await say(10_003, "Patru");
    await arrived("Patru");
    await first.waitForFunction(async () => (await navigator.locks.query()).held?.length === 1);
    await first.waitForFunction(async () => (await navigator.locks.query()).held?.length === 0);
    expect(await starts()).toEqual([0, 0, 2]);
    const dialog = await openNotifications(first);
    await dialog.getByRole("radiogroup", { name: "Sunet" }).getByText("Oprit").click();
    await first.keyboard.press("Escape");
    await look(first, false);
    await say(10_003, "Cinci");
    await arrived("Cinci");
    await first.waitForFunction(async () => (await navigator.locks.query()).held?.length === 1);
    expect(await starts()).toEqual([0, 0, 2]);
    await first.context().close();
  });

  test("[NOTE-4] title, icon and badge carry what is unread, and nothing once that is read", async () => {
    const ana = await apiAs(product, "ana");
    for (const offer of [10_001, 10_002, 10_003]) await ana.post(`read/${roomOf(offer)}`);
    const page = await anasPage(noteSigns);
    const icon = (): Promise<string | null> => page.locator('link[rel="icon"]').getAttribute("href");
    await expect.poll(() => page.title()).not.toMatch(/^\(/);
    expect(await icon()).toBe("/favicon.svg");
    await look(page, false);
    await say(10_001, "Una");
    await say(10_002, "Două");
    await expect.poll(() => page.title()).toMatch(/^\(2\)/);
    await expect.poll(icon).toMatch(/^data:image\/png/);
    await expect.poll(async () => (await notedOf(page)).badges.at(-1)).toBe(2);
    for (const offer of [10_001, 10_002]) await ana.post(`read/${roomOf(offer)}`);
    await expect.poll(icon).toBe("/favicon.svg");
    await expect.poll(async () => (await notedOf(page)).badges.at(-1)).toBe(0);
    await page.context().close();
  });
});

test("[NOTE-2][NOTE-2c] what notifications show and when they are quiet is followed by the other device, by keyboard too", async () => {
  const [desk, other] = [await anasPage(), await anasPage()];
  const [here, there] = [await openNotifications(desk), await openNotifications(other)];
  await here.getByRole("radio", { name: "Cine și ce" }).focus();
  await desk.keyboard.press("ArrowRight");
  await expect.poll(() => there.getByRole("radio", { name: "Doar cine" }).isChecked()).toBe(true);
  await here.getByRole("radiogroup", { name: "Ore de liniște" }).getByText("Pornit").click();
  await there.getByText("După ora din Europe/Bucharest.").waitFor();
  await here.getByLabel("De la").fill("20:15");
  await here.getByRole("button", { name: "Salvează orele" }).click();
  await expect.poll(() => there.getByLabel("De la").inputValue()).toBe("20:15");
  expect(await axeFindings(desk)).toEqual([]);
  await here.getByRole("radiogroup", { name: "Ore de liniște" }).getByText("Oprit").click();
  await here.getByText("Cine și ce").click();
  await expect.poll(() => there.getByRole("radio", { name: "Cine și ce" }).isChecked()).toBe(true);
  await desk.context().close();
  await other.context().close();
});
