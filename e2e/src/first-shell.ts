import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { bytesWithin } from "./slow-network.ts";

/** PERF-1b's second, ms. */
const paintMs = 1000;

/**
 * Opens an address whose document alone arrives, small enough to be there in PERF-1b's second on its link, and waits until something is drawn;
 * the result lets the rest of the page load.
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

/** The words that the shell shows. */
export const shellWords = (page: Page): Promise<string[]> =>
  page
    .locator("#shell b")
    .evaluateAll((names) =>
      names.filter((name) => name.checkVisibility()).map((name) => (name as HTMLElement).innerText.trim()),
    );

/** Violations of the page's content security policy, and all other errors. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
