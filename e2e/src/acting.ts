import type { Locator, Page } from "playwright-core";
import { bubbles, say } from "./people.ts";

/** The message's like, by which it shows how many there are. */
export const like = (message: Locator): Locator => message.locator("[data-likes]");
export const takeOver = (message: Locator): Locator => message.getByRole("button", { name: "Preluare", exact: true });
export const menuOf = (page: Page): Locator => page.getByRole("menu");
const menuItem = (page: Page, name: string): Locator => page.getByRole("menuitem", { name, exact: true });

/** The labels of the open menu. */
export async function labels(page: Page): Promise<string[]> {
  await menuOf(page).waitFor();
  return await menuOf(page).getByRole("menuitem").allInnerTexts();
}

/** Chooses an action from a message's menu. */
export async function act(page: Page, message: Locator, name: string): Promise<void> {
  await message.locator("[data-bubble]").click({ button: "right" });
  await menuItem(page, name).click();
}

/** The message that the composer replies to or edits. */
export const target = (page: Page): Locator => page.locator("[data-draft-target]");

/** Says something, and waits until it is stored. */
export async function sayStored(page: Page, text: string): Promise<Locator> {
  await say(page, text);
  await bubbles(page, text).and(page.locator("article[data-seq]")).waitFor();
  return bubbles(page, text);
}

/** A customer's fresh message in a room, on the screens of all these. */
export async function freshMessage(customer: Page, text: string, ...pages: readonly Page[]): Promise<Locator[]> {
  await say(customer, text);
  return Promise.all(
    [customer, ...pages].map(async (page) => {
      await bubbles(page, text).waitFor();
      return bubbles(page, text);
    }),
  );
}

/** Holds a finger down until the sheet opens. */
export async function longPress(page: Page, on: Locator): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const box = (await on.boundingBox())!;
  const point = { x: box.x + 12, y: box.y + box.height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.getByRole("dialog").waitFor();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
