import type { Browser, CDPSession, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";
import { busyPerson } from "../../../server/src/testing/growth/growth-size.ts";
import { busyPassword } from "../seed/seed-folder.ts";
import { noteTimes } from "./in-page.ts";

/** How many times slower the page's processor is made: a cheap phone beside a desk. */
export const cpuSlowdown = 4;
const waitMs = 60_000;

/** Somebody with 5,000 conversations, in a browser of their own with a slowed processor. */
export interface Operator {
  readonly page: Page;
  readonly session: CDPSession;
  stop(): Promise<void>;
}

/** Signs the busy person in and waits for the list. */
export async function openOperator(port: number): Promise<Operator> {
  const browser: Browser = await launchChromium();
  try {
    const page = await browser.newPage({ locale: "ro-RO", viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(waitMs);
    await page.addInitScript(noteTimes);
    await page.goto(`http://127.0.0.1:${port}/login?erp=1`);
    await page.locator('input[autocomplete="username"]').fill(busyPerson.username);
    await page.locator('input[type="password"]').fill(busyPassword);
    await page.keyboard.press("Enter");
    await rows(page).first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
    return { page, session, stop: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** The rows of the room list that are drawn. */
export const rows = (page: Page) => page.getByRole("navigation").getByRole("link");

const readings = 3;
const apartMs = 2000;

/**
 * What the page's own heap holds once garbage is collected, bytes: the least of some readings, since what is being copied onto the
 * device, every 5 s at most, is held until it is written.
 */
export async function heapBytes({ page, session }: Operator): Promise<number> {
  const sizes: number[] = [];
  for (let reading = 0; reading < readings; reading += 1) {
    await page.waitForTimeout(apartMs);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    sizes.push(usedSize);
  }
  return Math.min(...sizes);
}
