import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import type { Page } from "playwright-core";
import { expect, vi } from "vitest";
import type { Caller } from "./api-as.ts";
import { bubbles } from "./people.ts";

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

export async function numbered(page: Page, word: string): Promise<number[]> {
  const texts = await bubbles(page, word).allInnerTexts();
  return texts.map((text) => Number(new RegExp(`${word} (\\d+)`).exec(text)?.[1]));
}

interface Unread {
  readonly rooms: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Waits until the room list, the window title and the server agree on a person's unread messages. */
export const expectSameUnread = (page: Page, person: Caller): Promise<void> =>
  vi.waitFor(async () => {
    const unread = await unreadOnServer(person);
    expect(await unreadOnPage(page)).toEqual(unread);
  }, patient);

export async function unreadOnServer(person: Caller): Promise<Unread> {
  const { channels } = await person.get<{ channels: { name: string; kind: string; unread_count: number }[] }>(
    "channels",
  );
  const rooms = channels.filter(({ kind, unread_count }) => kind === "room" && unread_count > 0);
  return {
    rooms: Object.fromEntries(rooms.map(({ name, unread_count }) => [name.slice("oferta.".length), unread_count])),
    total: rooms.reduce((sum, { unread_count }) => sum + unread_count, 0),
  };
}

export async function unreadOnPage(page: Page): Promise<Unread> {
  const rows = await page.locator("a[data-room][data-unread=true]").all();
  const rooms: Record<string, number> = {};
  for (const row of rows) {
    const text = await row.innerText();
    const count = /([\d.]+) (?:de )?mesaje? necitit/.exec(text)?.[1] ?? "";
    const offer = /\d+$/.exec((await row.getAttribute("href")) ?? "")?.[0] ?? text;
    rooms[offer] = Number(count.replaceAll(".", ""));
  }
  return { rooms, total: Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0) };
}
