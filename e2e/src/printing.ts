import type { Locator, Page } from "playwright-core";

export const paper = (page: Page): Locator => page.locator("[data-printed]");

export const said = (page: Page): Promise<string> => paper(page).evaluate((sheet) => sheet.textContent ?? "");

export const donePrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("afterprint")));

export const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;

export const inkOf = (page: Page): Promise<readonly string[]> =>
  paper(page)
    .locator("article")
    .last()
    .evaluate((one) => [getComputedStyle(one).color, getComputedStyle(document.documentElement).backgroundColor]);
export const blackOnWhite = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"];
