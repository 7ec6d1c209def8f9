import { patienceMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from "playwright-core";
import { onTestFinished, TestRunner } from "vitest";

const candidates = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
];

/** The machine's own Chromium, headless; it connects only to the product. */
function launchOptions(args: readonly string[] = [], paths = candidates): LaunchOptions {
  const executablePath = paths.find((path) => path !== undefined && path !== "" && existsSync(path));
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Without a language of its own the whole Chromium names a file with other letters "download".
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...args,
    ],
  };
}

/** Starts the browser: Chromium's headless shell where `npm test` found it. */
export const startBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch(launchOptions(args, [process.env["CHROMIUM_SHELL_PATH"], ...candidates]));

/** Starts Chromium itself, with what its headless shell leaves out. */
export const startWholeBrowser = (): Promise<Browser> => chromium.launch(launchOptions());

/** The three sizes of `docs/behaviour/`: a desk, a tablet, a phone. */
export const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

/** Without the service worker: a request that a test holds up is the page's own. `worker-page.ts` is with it. */
const profileOptions = {
  viewport: sizes.desk,
  locale: "ro-RO",
  timezoneId: "Europe/Bucharest",
  serviceWorkers: "block",
} as const;

const closed = new WeakSet<BrowserContext>();

/** Opens a browser profile, Romanian and desk-sized by default; the caller ends it. */
export async function openProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await browser.newContext({ ...profileOptions, ...options });
  profile.setDefaultTimeout(patienceMs);
  profile.once("close", () => closed.add(profile));
  return profile;
}

/** The same; one opened in a test ends with it: a page goes on working. */
export async function freshProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await openProfile(browser, options);
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => endProfile(profile));
  return profile;
}

/** Closes a profile that is still open, and drops its pages' held requests. */
export async function endProfile(profile: BrowserContext): Promise<void> {
  if (closed.has(profile)) return;
  for (const one of [profile, ...profile.pages()]) await one.unrouteAll({ behavior: "ignoreErrors" });
  await profile.close();
}

/** Starts Chromium itself on a profile that is stored in this folder. */
export async function storedProfile(folder: string): Promise<BrowserContext> {
  const profile = await chromium.launchPersistentContext(folder, { ...launchOptions(), ...profileOptions });
  profile.setDefaultTimeout(patienceMs);
  return profile;
}
