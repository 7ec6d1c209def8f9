import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Lists axe's findings, one per line, once animations have ended and colours are final. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
  // Leaving out passed checks and axe's separate results page saves three quarters of the time. Only frames of other origins need that page.
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await builder.analyze();
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" | ")}`);
}
