import type { Page } from "playwright-core";
import { openDemoPage } from "../demo-page.ts";

/** By how much the desktop's CPU is slowed down to resemble a cheap phone's. */
const CPU_SLOWDOWN = 4;
/** How many presses are not counted because the engine is still compiling. */
const WARM_UP_PRESSES = 5;
/** The pause after a response, ms, so that its follow-up work does not count for the next press. */
const REST_MS = 200;

/** Times since the key went down, ms. */
export interface Press {
  readonly toFetchMs: number;
  /** When the request started on the wire. */
  readonly toWireMs: number;
}

export interface Typist {
  press(times: number): Promise<readonly Press[]>;
  stop(): Promise<void>;
}

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

/** Runs in the page: records the browser's timestamp of Enter. */
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

/** Runs in the page: the times of the press whose message got a response; null until there is one. */
function timesOfPress(): Press | null {
  const entries = performance.getEntriesByType("resource");
  const sent = entries.find(({ name }) => name.includes("/api/v1/publish/"));
  if (!(sent instanceof PerformanceResourceTiming) || sent.responseEnd === 0) return null;
  const at = Number(document.documentElement.dataset["enterAt"]);
  return { toFetchMs: sent.startTime - at, toWireMs: sent.requestStart - at };
}
