import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Caller } from "./api-as.ts";
import { messageList } from "./people.ts";

export async function join(caller: Caller): Promise<number> {
  const { chat } = await caller.post<{ chat: { id: number } }>("join", { type: 1, channel: 10_001 });
  return chat.id;
}

export const linesOf = (page: Page): Promise<string[]> => messageList(page).locator("[data-lines] p").allInnerTexts();

export const expectLast = async (page: Page, ...lines: readonly string[]): Promise<void> => {
  await expect.poll(async () => (await linesOf(page)).slice(-lines.length)).toEqual(lines);
};

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await messageList(page).getByRole("article").last().waitFor();
}
