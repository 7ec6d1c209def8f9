import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** The link of PERF-1b: 400 kbit/s with a latency of 400 ms. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** How many bytes arrive within `ms`, after one latency to connect and one for the request. */
export const bytesWithin = (ms: number): number =>
  ((ms - 2 * slowNetwork.latency) * slowNetwork.downloadThroughput) / 1000;

export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.clearBrowserCache");
  await devTools.send("Network.emulateNetworkConditions", slowNetwork);
}

/** Holds back the code file with this prefix until the returned function is called or the test ends. */
export async function holdCode(page: Page, name: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
