import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { startWholeBrowser } from "./browser.ts";
import { look } from "./looking.ts";
import {
  anasPages,
  awaitBurst,
  haveSubscription,
  notedOf,
  noteSigns,
  openNotifications,
  shownNotifications,
  storedWish,
} from "./notifying.ts";
import { awaitConnected, openRoom, roomRow, signOut } from "./people.ts";
import { startProduct } from "./start-product.ts";

const product = await startProduct({ PUSH_ENDPOINTS: "loopback" });
const browser = await startWholeBrowser();
afterAll(async () => {
  await browser.close();
  await product.stop();
});
const { anasPage, notifiedPage } = anasPages(browser, product);
const radu = await apiAs(product, "radu");
const ioana = await apiAs(product, "ioana");
const roomOf = (offer: number): string => `oferta.${offer}`;
const say = (offer: number, message: string) =>
  (offer === 10_002 ? ioana : radu).post(`publish/${roomOf(offer)}`, { message, client_id: randomUUID() });

test("[NOTE-1b][NOTE-1c][NOTE-1g] with pushes the page shows no notifications itself, and signing out ends pushes", async () => {
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
  expect(await storedWish(page)).toBe("true");
  await signOut(page);
  await page.getByLabel("Utilizator").waitFor();
  expect(await storedWish(page)).toBeNull();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()))
    .toBeNull();
  await expect.poll(async () => (await notedOf(page)).badges.at(-1)).toBe(0);
  await page.context().close();
});

test("[NOTE-1d][NOTE-1e] every start renews a subscription made with another server key, until turned off", async () => {
  const page = await notifiedPage((fresh) => haveSubscription(fresh, "http://127.0.0.1:9/push"));
  const posted = (call: string) => page.waitForResponse((response) => response.url().endsWith(`/api/v1/${call}`));
  // Once this text shows, the calls that the press made are done.
  await (await openNotifications(page)).getByText("Vin și când pagina e închisă.").waitFor();
  const [again] = await Promise.all([posted("subscribePush"), page.reload()]);
  expect(again.status()).toBe(200);
  const dialog = await openNotifications(page);
  await dialog.getByText("Vin și când pagina e închisă.").waitFor();
  const [ended] = await Promise.all([
    posted("unsubscribePush"),
    dialog.getByRole("button", { name: "Oprește notificările" }).click(),
  ]);
  expect(await ended.json()).toEqual({ unsubscribed: true });
  await page.context().close();
});

test("[NOTE-3a][NOTE-3c] one of three tabs rings once per burst, and none while one is in view or with sound off", async () => {
  const first = await anasPage(noteSigns);
  const tabs = [first];
  for (let more = 0; more < 2; more += 1) {
    const tab = await first.context().newPage();
    await noteSigns(tab);
    await tab.goto(product.address);
    await awaitConnected(tab);
    // Browsers allow sound only after a press.
    await tab.getByRole("main").click({ position: { x: 700, y: 600 } });
    tabs.push(tab);
  }
  const starts = async (): Promise<readonly number[]> =>
    Promise.all(tabs.map(async (tab) => (await notedOf(tab)).starts)).then((all) => all.toSorted((a, b) => a - b));
  const arrived = (text: string) => Promise.all(tabs.map((tab) => roomRow(tab, 10_003).getByText(text).waitFor()));
  for (const tab of tabs) await look(tab, false);
  for (const text of ["Unu", "Doi", "Trei"]) await say(10_003, text);
  // Each notification sound plays two tones.
  await expect.poll(starts).toEqual([0, 0, 2]);
  await arrived("Trei");
  expect(await starts()).toEqual([0, 0, 2]);
  // A burst ends 3 s after its last message. After that, the next message would sound.
  await awaitBurst(first, false);
  await look(first, true);
  // A burst may end before the last tab shows its message.
  await Promise.all([awaitBurst(first, true), arrived("Patru"), say(10_003, "Patru")]);
  await awaitBurst(first, false);
  expect(await starts()).toEqual([0, 0, 2]);
  const dialog = await openNotifications(first);
  await dialog.getByRole("radiogroup", { name: "Sunet" }).getByText("Oprit").click();
  await first.keyboard.press("Escape");
  await look(first, false);
  await Promise.all([awaitBurst(first, true), arrived("Cinci"), say(10_003, "Cinci")]);
  expect(await starts()).toEqual([0, 0, 2]);
  await first.context().close();
});

test("[NOTE-4] title, icon and badge show the unread count, and nothing once all is read", async () => {
  const ana = await apiAs(product, "ana");
  for (const offer of [10_001, 10_002, 10_003]) await ana.post(`read/${roomOf(offer)}`);
  const page = await anasPage(noteSigns);
  const icon = (): Promise<string | null> => page.locator('link[rel="icon"]').getAttribute("href");
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  await expect.poll(icon).toBe("/favicon.svg");
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

test("[NOTE-5a] other tabs wait for a notification that one tab is showing", async () => {
  const page = await notifiedPage();
  const other = await page.context().newPage();
  await other.goto(product.address);
  await awaitConnected(other);
  await page.evaluate(() => {
    const registrations = ServiceWorkerRegistration.prototype;
    const show = Object.getOwnPropertyDescriptor(registrations, "showNotification")?.value as (
      ...what: Parameters<ServiceWorkerRegistration["showNotification"]>
    ) => Promise<void>;
    registrations.showNotification = async function late(this: ServiceWorkerRegistration, ...what) {
      await new Promise((resolve) => window.addEventListener("comes-up", resolve, { once: true }));
      await show.apply(this, what);
    };
  });
  const turns = (which: "held" | "pending") => () =>
    page.evaluate(
      async (of) =>
        (await navigator.locks.query())[of]?.filter(({ name }) => name === "cuplaj.notifications").length ?? 0,
      which,
    );
  const dialog = await openNotifications(page);
  await dialog.getByRole("button", { name: "Trimite una de probă" }).click();
  await expect.poll(turns("held")).toBe(1);
  await openRoom(other, 10_001);
  await expect.poll(turns("pending")).toBe(1);
  await page.evaluate(() => window.dispatchEvent(new Event("comes-up")));
  await expect.poll(turns("pending")).toBe(0);
  await expect.poll(() => shownNotifications(page)).toEqual(["Notificările merg: Așa te anunță Cuplaj."]);
  await page.context().close();
});
