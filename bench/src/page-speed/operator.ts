import type { Browser, CDPSession, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";
import { busyPerson } from "../../../server/src/testing/growth/growth-size.ts";
import { busyPassword } from "../seed/seed-folder.ts";
import { noteTimes } from "./in-page.ts";

/** By how much the desktop's CPU is slowed down to resemble a cheap phone's. */
export const cpuSlowdown = 4;
const waitMs = 60_000;

export interface Operator {
  readonly page: Page;
  readonly session: CDPSession;
  stop(): Promise<void>;
}

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

export const rows = (page: Page) => page.getByRole("navigation").getByRole("link");

const readings = 3;
const apartMs = 2000;

/**
 * The heap's size after garbage collection, bytes. Takes the least of several readings, since data is held until it is written to the device, up to
 * 5 s later.
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
