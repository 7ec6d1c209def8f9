import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { sizes } from "./browser.ts";
import { messageList, openRoom, roomRow } from "./people.ts";

/** How many messages `seedHistory` inserts, and how far their reader has read. */
export const seeded = 6000;
export const readSeq = 1000;
export const firstUnread = `Veche ${readSeq + 1}`;

export const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true } as const;

export const divider = (page: Page): Locator => messageList(page).getByText("Mesaje necitite", { exact: true });

export const seededBubble = (page: Page, text: string): Locator =>
  messageList(page)
    .getByRole("article")
    .filter({ hasText: new RegExp(`${text}(?!\\d)`) });

export async function expectOnScreen(page: Page, what: Locator): Promise<void> {
  await what.waitFor();
  await expect
    .poll(async () => {
      const [box, list] = [await what.boundingBox(), await messageList(page).boundingBox()];
      return box !== null && list !== null && box.y >= list.y && box.y + box.height <= list.y + list.height;
    })
    .toBe(true);
}

/** Opens the room and expects its first unread message in view, also after a reload. */
export async function expectFirstUnread(page: Page, offer: number): Promise<void> {
  const pages: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/v1\/chat\/[^/]+\/\d+/.test(request.url())) pages.push(request.url());
  });
  await openRoom(page, offer);
  await expectOnScreen(page, divider(page));
  await expectOnScreen(page, seededBubble(page, firstUnread));
  expect(pages.length).toBeLessThanOrEqual(3);
  // READ-2: opening the room has reset the count.
  await page.reload();
  await expectOnScreen(page, divider(page));
  await expectOnScreen(page, seededBubble(page, firstUnread));
  await expect
    .poll(() =>
      roomRow(page, offer)
        .getByText(/necitit/)
        .count(),
    )
    .toBe(0);
}

export const chip = (page: Page, name: string): Locator =>
  messageList(page).getByRole("button", { name, exact: true }).last();

export const isFocused = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => element === document.activeElement);
export const isMarked = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => element.dataset["marked"] === "true");

/** Waits inside the page until an element is both focused and marked, since the mark fades (OFF-5d, OLDER-5b). */
export const focusedAndMarked = (of: Locator): Promise<void> =>
  of.and(of.page().locator("[data-marked=true]:focus")).waitFor();

export const old = (page: Page, ordinal: number): Locator =>
  messageList(page)
    .getByRole("article")
    .filter({ has: page.locator("p", { hasText: new RegExp(`^Veche ${ordinal}(?!\\d)`, "u") }) });

export async function expectLed(page: Page, ordinal: number): Promise<void> {
  await focusedAndMarked(old(page, ordinal));
  const box = await old(page, ordinal).boundingBox();
  expect([box !== null && box.y > 0, (box?.y ?? 0) < sizes.desk.height]).toEqual([true, true]);
}
