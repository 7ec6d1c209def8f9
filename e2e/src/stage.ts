import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { startBrowser } from "./browser.ts";
import { type Product, startProduct } from "./start-product.ts";

/** What the tests of a file share. */
export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
}

/** Starts both at the top of a `*.e2e.ts`. They end with the file. */
export async function startStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  let stage: Stage | null = null;
  afterAll(async () => {
    // Each ends for itself, also where the other does not.
    const ended = await Promise.allSettled([stage?.browser.close(), stage?.product.stop()]);
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  });
  stage = await startBoth(settings);
  return stage;
}

/** Starts both, each with a time limit of its own; where one fails the other is ended. */
export async function startBoth(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const [product, browser] = await Promise.allSettled([startProduct(settings), startBrowser()]);
  if (product.status === "rejected") {
    if (browser.status === "fulfilled") await browser.value.close();
    throw product.reason;
  }
  if (browser.status === "rejected") {
    await product.value.stop();
    throw browser.reason;
  }
  return { product: product.value, browser: browser.value };
}
