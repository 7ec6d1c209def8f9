import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";
import { startCuplaj } from "../subjects/cuplaj.ts";

/** How many times slower the page's processor is made: a cheap phone beside a desk. */
const CPU_SLOWDOWN = 4;
/** Presses that are not counted: the engine still compiles what they run. */
const WARM_UP_PRESSES = 5;
/** Between an answer and the next press, ms: what follows an answer belongs to no press. */
const REST_MS = 200;
const WAIT_MS = 20_000;

/** What one Enter key took, ms since the key went down. */
export interface Press {
  /** Until the page called for the network. */
  readonly toFetchMs: number;
  /** Until the request began on the wire. */
  readonly toWireMs: number;
}

/** Somebody who writes in a room of a running product, in a browser of their own with a slowed processor. */
export interface Typist {
  press(times: number): Promise<readonly Press[]>;
  stop(): Promise<void>;
}

/** Builds the page of a tree, starts its server with demo data, and opens a room. */
export async function startTypist(tree: string): Promise<Typist> {
  build(tree);
  const subject = await startCuplaj(tree, { DEMO: "1" });
  let browser: Browser | null = null;
  const stop = async (): Promise<void> => {
    await browser?.close();
    await subject.stop();
  };
  try {
    browser = await launchChromium();
    const page = await openRoom(browser, `http://127.0.0.1:${subject.port}`);
    await pressTimes(page, WARM_UP_PRESSES);
    return { press: (times) => pressTimes(page, times), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function build(tree: string): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/iu.test(name)));
  const npm = (...words: string[]) =>
    execFileSync("npm", words, { cwd: tree, env, stdio: ["ignore", "ignore", "inherit"] });
  // Another commit's checkout has the packages of production alone.
  if (!existsSync(join(tree, "node_modules/vite"))) npm("ci");
  npm("run", "build");
}

async function openRoom(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ locale: "ro-RO", viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(WAIT_MS);
  await page.addInitScript(noteKeys);
  await page.goto(`${address}/login`);
  await page.locator('input[autocomplete="username"]').fill("ana");
  await page.locator('input[type="password"]').fill("demo");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").getByRole("link").first().click();
  await page.locator("textarea").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** Runs in the page: notes when Enter went down, as the browser knows it. */
function noteKeys(): void {
  const note = (event: KeyboardEvent): void => {
    if (event.key === "Enter") document.documentElement.dataset["enterAt"] = String(event.timeStamp);
  };
  window.addEventListener("keydown", note, { capture: true });
}

async function pressTimes(page: Page, times: number): Promise<readonly Press[]> {
  const presses: Press[] = [];
  await page.locator("textarea").focus();
  for (let press = 0; press < times; press += 1) {
    await page.keyboard.insertText(`Apăsarea ${press + 1}`);
    await page.evaluate(() => performance.clearResourceTimings());
    await page.keyboard.press("Enter");
    const timed = await page.waitForFunction(timesOfPress);
    const found = await timed.jsonValue();
    if (found !== null) presses.push(found);
    await page.waitForTimeout(REST_MS);
  }
  return presses;
}

/** Runs in the page: the times of the press whose message was answered; null until it is. */
function timesOfPress(): Press | null {
  const entries = performance.getEntriesByType("resource");
  const sent = entries.find(({ name }) => name.includes("/api/v1/publish/"));
  if (!(sent instanceof PerformanceResourceTiming) || sent.responseEnd === 0) return null;
  const at = Number(document.documentElement.dataset["enterAt"]);
  return { toFetchMs: sent.startTime - at, toWireMs: sent.requestStart - at };
}
