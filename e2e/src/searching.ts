import { patienceMs } from "@cuplaj/protocol/testing/test-clock.ts";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** As long as any wait of a test. */
export const slowly = { timeout: patienceMs };

export const field = (page: Page): Locator =>
  page.getByRole("combobox", { name: /^(Caută discuții|Search conversations)/ });
export const option = (page: Page, name: string | RegExp): Locator => page.getByRole("option", { name });
export const results = (page: Page): Locator => page.getByRole("navigation", { name: "Rezultatele căutării" });

/** Opens the panel by its key. */
export const openPanel = (page: Page): Promise<void> => page.keyboard.press("Control+k");

/** Types into the open panel until this is found: what was said is found a moment later. */
export async function typeUntilFound(page: Page, text: string, name: RegExp): Promise<void> {
  const isFound = async (): Promise<boolean> => {
    await field(page).fill("");
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith("/search") && answer.request().postDataJSON().search === text,
    );
    await field(page).pressSequentially(text);
    if (!name.test(await (await answered).text())) return false;
    await option(page, name).waitFor();
    return true;
  };
  await expect.poll(isFound).toBe(true);
}

export async function showResults(page: Page, text: string): Promise<void> {
  await openPanel(page);
  await field(page).fill(text);
  await option(page, /^Toate rezultatele/).click(slowly);
  await results(page)
    .getByRole("button", { name: /^Schimbă căutarea/ })
    .waitFor(slowly);
}
