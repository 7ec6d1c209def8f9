import type { Locator, Page } from "playwright-core";

/** What is printed in place of the app. */
export const paper = (page: Page): Locator => page.locator("[data-printed]");

/** What a sheet says, line by line. */
export const said = (page: Page): Promise<string> => paper(page).evaluate((sheet) => sheet.textContent ?? "");

/** The browser has done with a print. */
export const donePrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("afterprint")));

export const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
