import { createECDH, randomBytes } from "node:crypto";
import type { Locator, Page } from "playwright-core";

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

/** The notifications that the system shows of this page, by title and body. */
export const shownNotifications = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

const base64url = (bytes: Buffer): string => bytes.toString("base64url");

/** Stands for a push service: the browser's subscription leads to this address. For pages that load from now on. */
export async function haveSubscription(page: Page, endpoint: string): Promise<void> {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = { p256dh: base64url(pair.getPublicKey()), auth: base64url(randomBytes(16)) };
  await page.addInitScript(
    (json) => {
      let held: object | null = null;
      const make = (key: BufferSource) => ({
        options: { applicationServerKey: key },
        toJSON: () => json,
        unsubscribe: async () => {
          held = null;
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        subscribe: async ({ applicationServerKey }: { applicationServerKey: BufferSource }) =>
          (held ??= make(applicationServerKey)),
        getSubscription: async () => held,
      });
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
