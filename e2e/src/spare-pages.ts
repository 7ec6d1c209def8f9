import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished, TestRunner } from "vitest";
import { endProfile, openProfile, sizes } from "./browser.ts";

/** Methods with which a test changes a page or profile for good. */
const lasting = ["addInitScript", "exposeBinding", "exposeFunction", "newCDPSession", "routeWebSocket"];

const watched = [
  "console",
  "pageerror",
  "request",
  "requestfailed",
  "response",
  "websocket",
  "dialog",
  "framenavigated",
];

const spare = new WeakMap<Browser, Map<string, Page[]>>();
const changed = new WeakSet<Page>();

/** A page with nothing stored, on an empty document. After the test it is tidied and reused, which costs a third less than a new one. */
export async function emptyPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { origin } = new URL(address);
  if (TestRunner.getCurrentTest() === undefined) return await newPage(browser, origin, options);
  const free = freePages(browser, `${origin} ${JSON.stringify(options)}`);
  const page = free.pop() ?? (await newPage(browser, origin, options));
  onTestFinished(async () => {
    const isTidy = await tidy(page, origin, options).catch(() => false);
    if (isTidy) free.push(page);
    else await endProfile(page.context());
  });
  return page;
}

function freePages(browser: Browser, looks: string): Page[] {
  const all = spare.get(browser) ?? new Map<string, Page[]>();
  spare.set(browser, all);
  const free = all.get(looks) ?? [];
  all.set(looks, free);
  return free;
}

async function newPage(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Page> {
  const profile = await openProfile(browser, options);
  const page = await profile.newPage();
  await page.goto(`${origin}/favicon.svg`);
  for (const one of [page, profile]) noteLasting(one, () => changed.add(page));
  return page;
}

function noteLasting(one: Page | BrowserContext, note: () => void): void {
  const methods = one as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>;
  for (const name of lasting) {
    const method = methods[name];
    if (method === undefined) continue;
    methods[name] = (...given) => {
      note();
      return method.apply(one, given);
    };
  }
}

/** Resets a page and leaves the product. False if it cannot be made like new. */
async function tidy(page: Page, origin: string, options: BrowserContextOptions): Promise<boolean> {
  if (page.isClosed() || changed.has(page) || options.serviceWorkers === "allow") return false;
  const profile = page.context();
  for (const other of profile.pages()) if (other !== page) await other.close();
  for (const event of watched) page.removeAllListeners(event);
  for (const one of [profile, page]) await one.unrouteAll({ behavior: "ignoreErrors" });
  await resetLooks(page, options);
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(forgetAll);
  return true;
}

async function resetLooks(page: Page, options: BrowserContextOptions): Promise<void> {
  const profile = page.context();
  await profile.setOffline(false);
  await profile.clearPermissions();
  await profile.clearCookies();
  await page.setViewportSize(options.viewport ?? sizes.desk);
  const { colorScheme = "light", reducedMotion = "no-preference", forcedColors = "none" } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
  await page.mouse.move(0, 0);
}

async function forgetAll(): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name ?? "");
      deletion.addEventListener("success", resolve);
      for (const failure of ["error", "blocked"]) deletion.addEventListener(failure, reject);
    });
  }
}
