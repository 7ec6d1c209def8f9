import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Caller } from "./api-as.ts";
import { messageList } from "./people.ts";

/** How many messages follow the one searched for, enough for several pages. Every third mentions a gasket. */
const saidAfter = 180;
export const gasketEvery = 3;
export const gaskets = saidAfter / gasketEvery;

export const barField = (page: Page): Locator => page.getByRole("textbox", { name: "Ce cauți în discuție" });
export const bar = (page: Page): Locator => page.getByRole("search", { name: "Căutare în discuție" });
export const isFocused = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => element === document.activeElement);

/** The text of the shown message, and how many bubbles are on screen above and below it. */
export const shown = (page: Page): Promise<{ text: string; above: number; below: number }> =>
  messageList(page).evaluate((list) => {
    const box = list.getBoundingClientRect();
    const seen = [...list.querySelectorAll("article")].filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
    const at = seen.findIndex((each) => each.dataset["hit"] === "true");
    return { text: seen[at]?.querySelector("p")?.textContent ?? "", above: at, below: seen.length - 1 - at };
  });

/** Opens the search bar by keyboard, and repeats the search until the status matches, since indexing lags behind. */
export async function searchRoom(page: Page, words: string, said: string): Promise<void> {
  await page.keyboard.press("Control+f");
  const whatIsSaid = async (): Promise<string> => {
    await barField(page).fill("");
    await barField(page).fill(words);
    await bar(page).locator('[data-busy="true"]').waitFor({ state: "detached" });
    return (await bar(page).getByRole("status").allTextContents()).join(" ");
  };
  await expect.poll(whatIsSaid).toContain(said);
}

export async function sayGaskets(caller: Caller): Promise<void> {
  const say = (message: string) => caller.post("publish/oferta.10001", { message });
  await say("Supapa EGR se curăță, nu se schimbă");
  for (let n = 0; n < saidAfter; n += 1) await say(n % gasketEvery === 0 ? `Garnitură numărul ${n}` : `Altceva ${n}`);
}
