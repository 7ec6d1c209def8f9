import { createECDH, randomBytes } from "node:crypto";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { freshProfile } from "./browser.ts";
import { awaitConnected, fillSignIn, roomList } from "./people.ts";
import type { Product } from "./start-product.ts";
import { awaitWorker } from "./worker-page.ts";

export type Permission = "prompt" | "granted" | "denied";

export async function setPermission(page: Page, setting: Permission): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { targetInfo } = await devtools.send("Target.getTargetInfo");
  const { browserContextId } = targetInfo;
  await devtools.send("Browser.setPermission", {
    permission: { name: "notifications" },
    setting,
    origin: new URL(page.url()).origin,
    ...(browserContextId === undefined ? {} : { browserContextId }),
  });
}

export async function openNotifications(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Notificări", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Notificări" });
  await dialog.waitFor();
  return dialog;
}

/** The notifications shown for this page, as "title: body", read under the product's own lock (NOTE-5a). */
export const shownNotifications = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = await navigator.locks.request("cuplaj.notifications", () => registration?.getNotifications() ?? []);
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

/** Fakes a push service: pages opened later find a subscription made with another key, and new subscriptions point to this address. */
export async function haveSubscription(page: Page, endpoint: string): Promise<void> {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = { p256dh: base64url(pair.getPublicKey()), auth: base64url(randomBytes(16)) };
  await page.addInitScript(
    (json) => {
      let held: object | null = null;
      const make = (key: Uint8Array<ArrayBuffer>) => ({
        options: { applicationServerKey: key.buffer },
        toJSON: () => json,
        unsubscribe: async () => {
          held = null;
          return true;
        },
      });
      held = make(new Uint8Array(65));
      const subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        if (held !== null) throw new DOMException("Another key.", "InvalidStateError");
        held = make(applicationServerKey);
        return held;
      };
      Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => held });
    },
    { endpoint, expirationTime: null, keys },
  );
}

export async function noteSigns(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = { starts: 0, badges: [] as number[] };
    Object.assign(window, { noted });
    const sources = AudioScheduledSourceNode.prototype;
    const start = Object.getOwnPropertyDescriptor(sources, "start")?.value as (when?: number) => void;
    sources.start = function note(this: AudioScheduledSourceNode, when) {
      noted.starts += 1;
      start.call(this, when);
    };
    Object.assign(navigator, {
      setAppBadge: async (count: number) => noted.badges.push(count),
      clearAppBadge: async () => noted.badges.push(0),
    });
  });
}

export const notedOf = (page: Page): Promise<{ readonly starts: number; readonly badges: readonly number[] }> =>
  page.evaluate(() => (window as unknown as { noted: { starts: number; badges: number[] } }).noted);

export type Prepare = (page: Page) => Promise<unknown>;

/** Opens Ana's pages in full Chromium, since its headless shell has no notifications. */
export function anasPages(browser: Browser, product: Product) {
  /** A page that is signed in and live, by default with a worker. */
  async function anasPage(prepare?: Prepare, options: BrowserContextOptions = {}): Promise<Page> {
    const profile = await freshProfile(browser, { serviceWorkers: "allow", ...options });
    const page = await profile.newPage();
    await prepare?.(page);
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, "ana", "demo");
    await roomList(page).getByRole("link").first().waitFor();
    if (options.serviceWorkers !== "block") await awaitWorker(page);
    await awaitConnected(page);
    return page;
  }

  /** A page with notifications turned on, as far as the browser allows. */
  async function notifiedPage(prepare?: Prepare, options?: BrowserContextOptions): Promise<Page> {
    const page = await anasPage(prepare, options);
    await setPermission(page, "granted");
    const dialog = await openNotifications(page);
    await dialog.getByRole("button", { name: "Pornește notificările" }).click();
    await dialog.getByText("Notificările sunt pornite pe dispozitivul acesta.").waitFor();
    await page.keyboard.press("Escape");
    return page;
  }

  return { anasPage, notifiedPage };
}

export const storedWish = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("notifications"));

/** Waits until a tab is handling a burst, or until none is. */
export async function awaitBurst(page: Page, isOn: boolean): Promise<void> {
  await page.waitForFunction(async (wanted) => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === "cuplaj.ringing") === wanted;
  }, isOn);
}
