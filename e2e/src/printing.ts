import type { Locator, Page } from "playwright-core";

/** What is printed in place of the app. */
export const paper = (page: Page): Locator => page.locator("[data-printed]");

/** What a sheet says, line by line. */
export const said = (page: Page): Promise<string> => paper(page).evaluate((sheet) => sheet.textContent ?? "");

/** The browser has done with a print. */
export const donePrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("afterprint")));

export const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;

/** The colours of what is printed: the letters of its last message, and what is behind all. */
export const inkOf = (page: Page): Promise<readonly string[]> =>
  paper(page)
    .locator("article")
    .last()
    .evaluate((one) => [getComputedStyle(one).color, getComputedStyle(document.documentElement).backgroundColor]);
export const blackOnWhite = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"];
