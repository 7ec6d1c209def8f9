import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { startBrowser } from "./browser.ts";
import { type Product, startProduct } from "./start-product.ts";

/** What the tests of a file share. */
export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
}

/** Starts both; call it at the top of a `*.e2e.ts`. They end with the file. */
export async function startStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const [product, browser] = await Promise.all([startProduct(settings), startBrowser()]);
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  return { product, browser };
}
