import { createECDH, randomBytes } from "node:crypto";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { freshProfile } from "./browser.ts";
import { awaitConnected, fillSignIn, roomList } from "./people.ts";
import type { Product } from "./start-product.ts";
import { awaitWorker } from "./worker-page.ts";

/** What a browser says of notifications before anybody chose: the question, yes or no. */
export type Permission = "prompt" | "granted" | "denied";

/** Answers for the person in the browser's own settings. */
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

/** Opens the dialog of notifications. */
export async function openNotifications(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Notificări", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Notificări" });
  await dialog.waitFor();
  return dialog;
}

/** The notifications that the system shows of this page, by title and body; looked for as the product does (NOTE-5a). */
export const shownNotifications = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = await navigator.locks.request("cuplaj.notifications", () => registration?.getNotifications() ?? []);
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

/**
 * Stands for a push service: the browser's subscription leads to this address. For pages that load from now on, which find one that
 * another key has made.
 */
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
        // As the browser does.
        if (held !== null) throw new DOMException("Another key.", "InvalidStateError");
        held = make(applicationServerKey);
        return held;
      };
      Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => held });
    },
    { endpoint, expirationTime: null, keys },
  );
}

/** Notes what a page sounds and which number it sets on the app's icon. */
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

/** What was noted so far. */
export const notedOf = (page: Page): Promise<{ readonly starts: number; readonly badges: readonly number[] }> =>
  page.evaluate(() => (window as unknown as { noted: { starts: number; badges: number[] } }).noted);

/** What is done to a page before it loads. */
export type Prepare = (page: Page) => Promise<unknown>;

/** Where Ana's pages open: notifications need Chromium itself, since its headless shell has none. */
export function anasPages(browser: Browser, product: Product) {
  /** Signed in and live, with a worker unless the options say otherwise. */
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

  /** The same with notifications turned on, as far as the browser has them. */
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

/** Whether the person wants notifications, as the device has it. */
export const storedWish = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("notifications"));

/** Waits until a burst goes on in one of the tabs, or in none any more. */
export async function awaitBurst(page: Page, isOn: boolean): Promise<void> {
  await page.waitForFunction(async (wanted) => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === "cuplaj.ringing") === wanted;
  }, isOn);
}
