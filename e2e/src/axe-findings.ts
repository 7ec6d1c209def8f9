import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Axe's findings, one a line; colours are checked once animations have ended. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
  // Skips passing checks and axe's separate results page, which took three quarters of the time. Frames of other origins need that page.
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await builder.analyze();
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" | ")}`);
}
