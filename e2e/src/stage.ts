import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { startBrowser } from "./browser.ts";
import { type Product, startProduct } from "./start-product.ts";

export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
}

/** Starts the product and a browser, and stops both when the file is done. Call it at the top of a `*.e2e.ts` file. */
export async function startStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  let stage: Stage | null = null;
  afterAll(async () => {
    // Ends each of them even if ending the other fails.
    const ended = await Promise.allSettled([stage?.browser.close(), stage?.product.stop()]);
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  });
  stage = await startBoth(settings);
  return stage;
}

/** Starts the product and a browser, each with its own time limit. If one of them fails, ends the other. */
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
