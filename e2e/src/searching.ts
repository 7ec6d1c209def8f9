import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { SearchAnswer } from "@cuplaj/protocol/search.ts";

export const field = (page: Page): Locator =>
  page.getByRole("combobox", { name: /^(Caută discuții|Search conversations)/ });
export const option = (page: Page, name: string | RegExp): Locator => page.getByRole("option", { name });
export const results = (page: Page): Locator => page.getByRole("navigation", { name: "Rezultatele căutării" });

export const openPanel = (page: Page): Promise<void> => page.keyboard.press("Control+k");

/** Types a text again and again until the server finds it, since indexing lags behind. Matching the text skips hits in other rooms. */
export async function typeUntilFound(page: Page, text: string, said: string): Promise<void> {
  const isFound = async (): Promise<boolean> => {
    await field(page).fill("");
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith("/search") && answer.request().postDataJSON().search === text,
    );
    await field(page).pressSequentially(text);
    const { chats }: SearchAnswer = await (await answered).json();
    return chats.some(({ hits }) => hits.some(({ excerpt }) => excerpt.includes(said)));
  };
  await expect.poll(isFound).toBe(true);
  await option(page, said).waitFor();
}

export async function showResults(page: Page, text: string): Promise<void> {
  await openPanel(page);
  await field(page).fill(text);
  await option(page, /^Toate rezultatele/).click();
  await results(page)
    .getByRole("button", { name: /^Schimbă căutarea/ })
    .waitFor();
}
