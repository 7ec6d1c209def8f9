import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { bytesWithin } from "./slow-network.ts";

/** PERF-1b's limit of one second, ms. */
const paintMs = 1000;

/**
 * Loads only the document, which must arrive within PERF-1b's second, and waits until it is painted. The returned function releases all other
 * requests.
 */
export async function paintShell(page: Page, address: string): Promise<() => void> {
  const rest = Promise.withResolvers<void>();
  onTestFinished(() => rest.resolve());
  await page.route("**/*", async (route) => {
    if (!route.request().isNavigationRequest()) await rest.promise;
    await route.continue();
  });
  const answer = await page.goto(address, { waitUntil: "commit" });
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list) => {
          if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
        }).observe({ type: "paint", buffered: true });
      }),
  );
  const sizes = await answer?.request().sizes();
  expect((sizes?.responseHeadersSize ?? NaN) + (sizes?.responseBodySize ?? NaN)).toBeLessThan(bytesWithin(paintMs));
  return rest.resolve;
}

export const shellWords = (page: Page): Promise<string[]> =>
  page
    .locator("#shell b")
    .evaluateAll((names) =>
      names.filter((name) => name.checkVisibility()).map((name) => (name as HTMLElement).innerText.trim()),
    );

export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
