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

/** Options for the installed Chromium: headless, and allowed to connect only to the product. */
function launchOptions(args: readonly string[] = [], paths = candidates): LaunchOptions {
  const executablePath = paths.find((path) => path !== undefined && path !== "" && existsSync(path));
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // In the C locale, full Chromium would save files with non-ASCII names as "download".
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

/** Starts Chromium's headless shell, if `npm test` found it. */
export const startBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch(launchOptions(args, [process.env["CHROMIUM_SHELL_PATH"], ...candidates]));

/** Starts full Chromium, for features that its headless shell lacks. */
export const startWholeBrowser = (): Promise<Browser> => chromium.launch(launchOptions());

/** The desk, tablet and phone of `docs/behaviour/`. */
export const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

/** Service workers are blocked, so that tests can intercept the page's requests. `worker-page.ts` allows them. */
const profileOptions = {
  viewport: sizes.desk,
  locale: "ro-RO",
  timezoneId: "Europe/Bucharest",
  serviceWorkers: "block",
} as const;

const closed = new WeakSet<BrowserContext>();

/** Opens a profile, by default Romanian and desk-sized. The caller closes it. */
export async function openProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await browser.newContext({ ...profileOptions, ...options });
  profile.setDefaultTimeout(patienceMs);
  profile.once("close", () => closed.add(profile));
  return profile;
}

/** Opens a profile that closes when the test ends, since its pages keep working. */
export async function freshProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await openProfile(browser, options);
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => endProfile(profile));
  return profile;
}

/** Closes a profile if it is open, and drops intercepted requests. */
export async function endProfile(profile: BrowserContext): Promise<void> {
  if (closed.has(profile)) return;
  for (const one of [profile, ...profile.pages()]) await one.unrouteAll({ behavior: "ignoreErrors" });
  await profile.close();
}

export async function storedProfile(folder: string): Promise<BrowserContext> {
  const profile = await chromium.launchPersistentContext(folder, { ...launchOptions(), ...profileOptions });
  profile.setDefaultTimeout(patienceMs);
  return profile;
}
