import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Caller } from "./api-as.ts";
import { messageList } from "./people.ts";

/** Messages sent after the one searched for: several pages, with a gasket every third. */
const saidAfter = 180;
export const gasketEvery = 3;
/** More than a page of results. */
export const gaskets = saidAfter / gasketEvery;

/** The field of the bar over a conversation. */
export const barField = (page: Page): Locator => page.getByRole("textbox", { name: "Ce cauți în discuție" });
export const bar = (page: Page): Locator => page.getByRole("search", { name: "Căutare în discuție" });
export const isFocused = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => element === document.activeElement);

/** The message that is shown, with its words and how many bubbles are drawn above and below it on screen. */
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

/** Opens the bar by the keys and searches until this is said of what was found: what was said is found a moment later. */
export async function searchRoom(page: Page, words: string, said: string): Promise<void> {
  await page.keyboard.press("Control+f");
  const whatIsSaid = async (): Promise<string> => {
    await barField(page).fill("");
    await barField(page).fill(words);
    // However long the answer takes.
    await bar(page).locator('[data-busy="true"]').waitFor({ state: "detached" });
    return (await bar(page).getByRole("status").allTextContents()).join(" ");
  };
  await expect.poll(whatIsSaid).toContain(said);
}

/** Says what is searched in the room of offer 10001. */
export async function sayGaskets(caller: Caller): Promise<void> {
  const say = (message: string) => caller.post("publish/oferta.10001", { message });
  await say("Supapa EGR se curăță, nu se schimbă");
  for (let n = 0; n < saidAfter; n += 1) await say(n % gasketEvery === 0 ? `Garnitură numărul ${n}` : `Altceva ${n}`);
}
