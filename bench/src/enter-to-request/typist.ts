import type { Page } from "playwright-core";
import { openDemoPage } from "../demo-page.ts";

/** How many times slower the page's processor is made: a cheap phone beside a desk. */
const CPU_SLOWDOWN = 4;
/** Presses that are not counted: the engine still compiles what they run. */
const WARM_UP_PRESSES = 5;
/** Between an answer and the next press, ms: what follows an answer belongs to no press. */
const REST_MS = 200;

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

/** Opens a room of a tree's demo data. */
export async function startTypist(tree: string): Promise<Typist> {
  const { page, session, stop } = await openDemoPage(tree, { username: "ana", isStaff: false, noteTimes: noteKeys });
  try {
    await page.getByRole("navigation").getByRole("link").first().click();
    await page.locator("textarea").waitFor();
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await pressTimes(page, WARM_UP_PRESSES);
    return { press: (times) => pressTimes(page, times), stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
