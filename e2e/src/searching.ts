import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const field = (page: Page): Locator =>
  page.getByRole("combobox", { name: /^(Caută discuții|Search conversations)/ });
export const option = (page: Page, name: string | RegExp): Locator => page.getByRole("option", { name });
export const results = (page: Page): Locator => page.getByRole("navigation", { name: "Rezultatele căutării" });

/** Opens the panel by its key. */
export const openPanel = (page: Page): Promise<void> => page.keyboard.press("Control+k");

/** Types into the open panel until the server finds something: what was said is found a moment later. */
export async function typeUntilFound(page: Page, text: string, name: RegExp): Promise<void> {
  const isFound = async (): Promise<boolean> => {
    await field(page).fill("");
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith("/search") && answer.request().postDataJSON().search === text,
    );
    await field(page).pressSequentially(text);
    const { chats } = await (await answered).json();
    return chats.length > 0;
  };
  await expect.poll(isFound).toBe(true);
  await option(page, name).waitFor();
}

export async function showResults(page: Page, text: string): Promise<void> {
  await openPanel(page);
  await field(page).fill(text);
  await option(page, /^Toate rezultatele/).click();
  await results(page)
    .getByRole("button", { name: /^Schimbă căutarea/ })
    .waitFor();
}
