import type { Page } from "playwright-core";

/** PERF-1b's link: 400 kbit/s, 400 ms. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** From now on the page has such a link, and an empty cache. */
export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.clearBrowserCache");
  await devTools.send("Network.emulateNetworkConditions", slowNetwork);
}
