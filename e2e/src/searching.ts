import type { Locator, Page } from "playwright-core";

/** The results' code comes late, and on a busy machine later. */
export const slowly = { timeout: 30_000 };

export const field = (page: Page): Locator =>
  page.getByRole("combobox", { name: /^(Caută discuții|Search conversations)/ });
export const option = (page: Page, name: string | RegExp): Locator => page.getByRole("option", { name });
export const results = (page: Page): Locator => page.getByRole("navigation", { name: "Rezultatele căutării" });

/** Opens the panel by its key. */
export const openPanel = (page: Page): Promise<void> => page.keyboard.press("Control+k");

export async function showResults(page: Page, text: string): Promise<void> {
  await openPanel(page);
  await field(page).fill(text);
  await option(page, /^Toate rezultatele/).click(slowly);
  await results(page)
    .getByRole("button", { name: /^Schimbă căutarea/ })
    .waitFor(slowly);
}
