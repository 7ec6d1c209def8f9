import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { signedIn, startAgain } from "./people.ts";
import { field, openPanel, option, results, showResults } from "./searching.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

const radu = await signedIn(browser, product, "radu");

describe("the search's appearance", () => {
  test("[FIND-3j] a chosen filter keeps its position", async () => {
    await startAgain(radu);
    await showResults(radu, "ambreiaj");
    const by = radu.getByRole("button", { name: "De la", exact: true });
    await results(radu).getByRole("link").first().waitFor();
    const before = await by.boundingBox();
    await radu.getByRole("button", { name: "Cu fișier" }).click();
    await radu.getByRole("button", { name: "Renunță la filtrul „Cu fișier”" }).waitFor();
    expect(await by.boundingBox()).toEqual(before);
  });

  test("[FIND-4j] on a phone back closes the offer opened at a found line, then returns to the results", async () => {
    const phone = await signedIn(browser, product, "radu", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await showResults(phone, "disc");
    const line = results(phone)
      .getByRole("link", { name: /^linie din ofertă/ })
      .first();
    await line.tap();
    await phone.getByRole("dialog").locator("mark").first().waitFor();
    await phone.goBack();
    await phone.getByRole("dialog").waitFor({ state: "detached" });
    await phone.goBack();
    await line.waitFor();
    expect(new URL(phone.url()).pathname).toBe("/search");
  });

  test.each(["light", "dark"] as const)(
    "[FIND-3a][A11Y-1] axe finds nothing in the panel and the results, %s",
    async (colorScheme) => {
      await startAgain(radu, { colorScheme });
      await openPanel(radu);
      await radu.getByRole("option").first().waitFor();
      expect(await axeFindings(radu)).toEqual([]);
      await field(radu).fill("mureșan");
      await option(radu, /^Toate rezultatele/).waitFor();
      expect(await axeFindings(radu)).toEqual([]);
      await option(radu, /^Toate rezultatele/).click();
      await results(radu).getByRole("link").first().waitFor();
      expect(await axeFindings(radu)).toEqual([]);
    },
  );
});
