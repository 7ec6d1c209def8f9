import type { Locator, Page } from "playwright-core";
import { bubbles, say } from "./people.ts";

export const like = (message: Locator): Locator => message.locator("[data-likes]");
export const takeOver = (message: Locator): Locator => message.getByRole("button", { name: "Preluare", exact: true });
export const menuOf = (page: Page): Locator => page.getByRole("menu");
const menuItem = (page: Page, name: string): Locator => page.getByRole("menuitem", { name, exact: true });

export async function labels(page: Page): Promise<string[]> {
  await menuOf(page).waitFor();
  return await menuOf(page).getByRole("menuitem").allInnerTexts();
}

export async function act(page: Page, message: Locator, name: string): Promise<void> {
  await message.locator("[data-bubble]").click({ button: "right" });
  await menuItem(page, name).click();
}

/** The message that is being replied to or edited, as shown above the composer. */
export const target = (page: Page): Locator => page.locator("[data-draft-target]");

export async function sayStored(page: Page, text: string): Promise<Locator> {
  await say(page, text);
  await bubbles(page, text).and(page.locator("article[data-seq]")).waitFor();
  return bubbles(page, text);
}

export async function freshMessage(customer: Page, text: string, ...pages: readonly Page[]): Promise<Locator[]> {
  await say(customer, text);
  return Promise.all(
    [customer, ...pages].map(async (page) => {
      await bubbles(page, text).waitFor();
      return bubbles(page, text);
    }),
  );
}

export async function longPress(page: Page, on: Locator): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const box = (await on.boundingBox())!;
  const point = { x: box.x + 12, y: box.y + box.height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.getByRole("dialog").waitFor();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
