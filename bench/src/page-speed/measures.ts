import type { Locator, Page } from "playwright-core";
import type { GrowthClient } from "../growth-client.ts";
import { type Interactions, summed } from "./interactions.ts";
import { heapBytes, type Operator, rows } from "./operator.ts";
import { costOf, type ThreadTimes, threadTimes } from "./thread-times.ts";

const messageEveryMs = 50;
/** How long the page settles after the last message, ms. */
const restMs = 2000;

export interface Talk {
  readonly room: number | string;
  readonly colleague: GrowthClient;
  readonly seconds: number;
}

/** Types and presses buttons while 20 messages a second arrive in the open room. */
export async function measureBusyRoom(
  { page }: Operator,
  talking: Talk,
): Promise<Interactions & { readonly arrived: number }> {
  const field = await middleOf(page.locator("textarea"));
  const menu = await middleOf(page.getByRole("button", { name: /^Contul tău,/ }));
  await forgetInteractions(page);
  const until = performance.now() + talking.seconds * 1000;
  const type = async (): Promise<void> => {
    while (performance.now() < until) {
      await page.mouse.click(...field);
      await page.keyboard.type("Cât costă? ", { delay: 90 });
      await page.mouse.click(...menu);
      // Without an open menu, Escape would leave the room.
      await page.waitForFunction(() => document.querySelector("[role=menu]"));
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelector("[role=menu]") === null);
    }
    await page.locator("textarea").fill("");
  };
  const [arrived] = await Promise.all([talk(talking), type()]);
  return { ...(await interactionsOf(page)), arrived };
}

async function talk({ room, colleague, seconds }: Talk): Promise<number> {
  let sent = 0;
  const until = performance.now() + seconds * 1000;
  for (let at = performance.now(); at < until; at += messageEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
    const message = `Mesajul ${sent + 1}: placa 06A 115 561 B e pe stoc, plecare azi`;
    await colleague.call({ method: "POST", path: `/publish/${room}`, body: { message } });
    sent += 1;
  }
  return sent;
}

/** The cost of each message to a page at the end of its list, at 20 messages a second. */
export async function measureMessages({ page, session }: Operator, talking: Talk): Promise<ThreadTimes> {
  // A room with unread messages opens at the first of them.
  await page.keyboard.press("End");
  await page.waitForTimeout(restMs);
  const before = await threadTimes(session);
  const sent = await talk(talking);
  await page.waitForTimeout(restMs);
  const cost = costOf(before, await threadTimes(session), sent);
  const end = await page.evaluate(() => {
    const list = document.querySelector("[data-scroller]");
    const belowPx = list ? list.scrollHeight - list.clientHeight - list.scrollTop : Number.POSITIVE_INFINITY;
    return { belowPx, text: [...document.querySelectorAll("article")].at(-1)?.textContent ?? "" };
  });
  if (end.belowPx > 2 || !end.text.includes(`Mesajul ${sent}:`))
    throw new Error(`the list ends ${end.belowPx} px below, with "${end.text}" after ${sent} messages`);
  return cost;
}

/** The cost of switching to a room that was opened before. */
export async function measureSwitchCost({ page, session }: Operator, times: number): Promise<ThreadTimes> {
  const points: Point[] = [];
  for (let index = 1; index <= times; index += 1) points.push(await middleOf(rows(page).nth(index)));
  const before = await threadTimes(session);
  for (const point of points) await openAt(page, point);
  return costOf(before, await threadTimes(session), times);
}

/** Times from pressing each of the first rows until its messages are painted, ms. */
export async function measureSwitches({ page }: Operator, times: number, first = 0): Promise<readonly number[]> {
  const found: number[] = [];
  for (let index = first; index < first + times; index += 1) found.push(await openRow(page, index));
  return found;
}

export const openRow = async (page: Page, index: number): Promise<number> =>
  await openAt(page, await middleOf(rows(page).nth(index)));

async function openAt(page: Page, point: Point): Promise<number> {
  await page.mouse.click(...point);
  const shown = await page.waitForFunction(() => window.times.switchMs);
  await page.waitForTimeout(300);
  return Number(await shown.jsonValue());
}

type Point = [x: number, y: number];

/** The middle of an element, to press there. A locator's own click would query the page in the measured thread. */
async function middleOf(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error("nothing is there to press");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Scrolls a list screen by screen, and presses a row now and then. */
export async function measureLongList({ page }: Operator, screens: number): Promise<Interactions> {
  await forgetInteractions(page);
  const point = await middleOf(rows(page).nth(2));
  await page.mouse.move(...point);
  for (let screen = 0; screen < screens; screen += 1) {
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(120);
    // Opens the row that is now under the pointer.
    if (screen % 10 === 9) await openAt(page, point);
  }
  return await interactionsOf(page);
}

/** Scrolls through a long room. Returns the most rows that the document had at once. */
export async function measureLongRoom(
  { page }: Operator,
  screens: number,
): Promise<Interactions & { readonly rowsMax: number }> {
  await forgetInteractions(page);
  await page.locator("[data-scroller]").focus();
  let rowsMax = 0;
  for (let screen = 0; screen < screens; screen += 1) {
    await page.keyboard.press("PageUp");
    await page.waitForTimeout(150);
    rowsMax = Math.max(rowsMax, await page.getByRole("article").count());
  }
  return { ...(await interactionsOf(page)), rowsMax };
}

/** The heap's size before, between and after two passes over the same rooms, both starting at the first row, bytes. */
export async function measureMemory(operator: Operator, rooms: number): Promise<readonly number[]> {
  const held = [await heapBytes(operator)];
  for (let turn = 0; turn < 2; turn += 1) {
    await openRow(operator.page, 0);
    for (let index = 0; index < rooms; index += 1) await openNext(operator.page);
    held.push(await heapBytes(operator));
  }
  return held;
}

/** Opens the next room by keyboard, as operators do. */
async function openNext(page: Page): Promise<void> {
  const before = await page.locator("[data-scroller]").getAttribute("aria-label");
  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForFunction((label) => {
    const list = document.querySelector("[data-scroller]");
    return list?.getAttribute("aria-label") !== label && list?.querySelector("article") !== null;
  }, before);
}

const forgetInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.times.interactions.length = 0;
    window.times.longTasks.length = 0;
  });

async function interactionsOf(page: Page): Promise<Interactions> {
  return summed(await page.evaluate(() => window.times.interactions));
}
