import type { Locator, Page } from "playwright-core";
import { roomList, roomRow } from "./people.ts";

export const item = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("menuitem", { name, exact: typeof name === "string" });

export async function pick(page: Page, offer: number, name: string): Promise<void> {
  await roomRow(page, offer).click({ button: "right" });
  await item(page, name).click();
  await item(page, name).waitFor({ state: "detached" });
}

/** The rows' offer numbers, from their links, since previews may contain other numbers. */
export async function rowOffers(page: Page): Promise<number[]> {
  const hrefs = await roomList(page)
    .locator("a[data-room]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("href") ?? ""));
  return hrefs.map((href) => Number(/\d+$/.exec(href)?.[0]));
}

export const goHome = (page: Page): Promise<void> => page.getByRole("link", { name: /^Cuplaj/ }).click();
