import type { Locator, Page } from "playwright-core";
import { roomList, roomRow } from "./people.ts";

export const item = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("menuitem", { name, exact: typeof name === "string" });

/** Presses an item of a row's menu, which the row's own way opens. */
export async function pick(page: Page, offer: number, name: string): Promise<void> {
  await roomRow(page, offer).click({ button: "right" });
  await item(page, name).click();
  await item(page, name).waitFor({ state: "detached" });
}

/** The offers of the rows, top to bottom: a preview may hold other numbers. */
export async function rowOffers(page: Page): Promise<number[]> {
  const hrefs = await roomList(page)
    .locator("a[data-room]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("href") ?? ""));
  return hrefs.map((href) => Number(/\d+$/.exec(href)?.[0]));
}

export const goHome = (page: Page): Promise<void> => page.getByRole("link", { name: /^Cuplaj/ }).click();
