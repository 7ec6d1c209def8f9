import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { leave } from "./leaving-rooms.ts";
import { composer, messageList, openRoom, roomRow, signedIn } from "./people.ts";
import { moveOfTextWhenPageComes, wheelUntil } from "./reading-history.ts";
import { seedHistory } from "./seed-history.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

test("[PERF-12] a room opened before renders at once with its newest messages, at the end", async () => {
  const mia = await signedIn(browser, product, "mia");
  await openRoom(mia, 10_001);
  await openRoom(mia, 10_002);
  const drawn = await mia.evaluate(async () => {
    document.querySelector<HTMLElement>('nav a[href$="oferta.10001"]')?.click();
    // A frame begins before new content is measured.
    await new Promise(requestAnimationFrame);
    const list = document.querySelector("[data-scroller]");
    const last = [...(list?.querySelectorAll("article") ?? [])].at(-1);
    return {
      title: document.querySelector("main h2[tabindex]")?.textContent,
      isShown: last?.checkVisibility({ visibilityProperty: true }),
      belowPx: list && Math.round(list.scrollHeight - list.clientHeight - list.scrollTop),
    };
  });
  expect(drawn).toEqual({ title: "Ana Mureșan · Oferta 10001", isShown: true, belowPx: 0 });
});

test("[PERF-12b] messages that arrive together render together at the end, along with the room list", async () => {
  const mia = await signedIn(browser, product, "mia");
  const radu = await apiAs(product, "radu");
  await openRoom(mia, 10_003);
  await composer(mia).press("End");
  await expect.poll(() => pxBelow(mia)).toBe(0);
  const torn = mia.evaluate(async () => {
    const seen: string[] = [];
    const nameIn = (element: Element | null | undefined) => /Lungă \d|Gata/u.exec(element?.textContent ?? "")?.[0];
    for (let drawn: string | undefined; drawn !== "Gata"; await new Promise(requestAnimationFrame)) {
      drawn = nameIn([...document.querySelectorAll("article")].at(-1));
      const listed = nameIn(document.querySelector('nav a[href$="oferta.10003"]'));
      if (drawn !== listed) seen.push(`${listed} listed, ${drawn} drawn`);
    }
    return seen;
  });
  const publish = (message: string) => radu.post("publish/oferta.10003", { message });
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => publish(`Lungă ${n}${"\nși încă un rând".repeat(15)}`)));
  await publish("Gata");
  expect(await torn).toEqual([]);
  await expect.poll(() => pxBelow(mia)).toBe(0);
});

const pxBelow = (page: Page): Promise<number> =>
  messageList(page).evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));

function countCalls(page: Page, path: string): { readonly count: () => number } {
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes(path)) calls += 1;
  });
  return { count: () => calls };
}

const undo = (page: Page) => page.getByRole("button", { name: "Anulează" });

test("[ROOM-8a] leaving by keyboard hides the room at once, can be undone, and reaches the server after 5 s", async () => {
  const mia = await signedIn(browser, product, "mia");
  await openRoom(mia, 10_002);
  const calls = countCalls(mia, "/api/v1/leave/");
  await leave(mia);
  // ROOM-8a: the focus keeps the toast open.
  await undo(mia).focus();
  expect(await roomRow(mia, 10_002).count()).toBe(0);
  expect(new URL(mia.url()).pathname).toBe("/");
  expect(await axeFindings(mia)).toEqual([]);
  await undo(mia).press("Enter");
  await composer(mia).waitFor();
  expect(new URL(mia.url()).pathname).toBe("/view/oferta.10002");
  await roomRow(mia, 10_002).waitFor();
  await leave(mia);
  await undo(mia).waitFor();
  await mia.keyboard.press("Control+z");
  await composer(mia).waitFor();
  expect(calls.count()).toBe(0);
  await leave(mia);
  await mia.waitForResponse((answer) => answer.url().includes("/api/v1/leave/") && answer.ok());
  await mia.reload();
  await roomRow(mia, 10_001).waitFor();
  expect(await roomRow(mia, 10_002).count()).toBe(0);
  expect(await mia.getByRole("alert").count()).toBe(0);
});

test("[OLDER-2] the text being read does not move by a pixel when older pages load", async () => {
  await seedHistory(product, 10_003, 2000);
  const radu = await signedIn(browser, product, "radu");
  await openRoom(radu, 10_003);
  for (let page = 0; page < 3; page += 1) expect(await moveOfTextWhenPageComes(radu, wheelUntil)).toBeLessThan(1);
});

test("[PERF-12d] rows beyond the screen are drawn soon after it, and rows of rooms under the pointer cause no layout", async () => {
  const radu = await signedIn(browser, product, "radu");
  await radu.setViewportSize({ width: 1280, height: 1600 });
  await openRoom(radu, 10_003);
  await openRoom(radu, 10_001);
  const before = await radu.evaluate(async () => {
    document.querySelector<HTMLElement>('nav a[href$="oferta.10003"]')?.click();
    await new Promise(requestAnimationFrame);
    return document.querySelectorAll("[data-scroller] article").length;
  });
  await expect.poll(() => messageList(radu).getByRole("article").count()).toBeGreaterThan(before);
  const devtools = await radu.context().newCDPSession(radu);
  await devtools.send("Performance.enable");
  const layouts = async (): Promise<number> => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "LayoutCount")?.value ?? Number.NaN;
  };
  for (const offer of [10_003, 10_001]) await roomRow(radu, offer).hover();
  const layoutsBefore = await layouts();
  for (const offer of [10_003, 10_001, 10_003]) await roomRow(radu, offer).hover();
  expect(await layouts()).toBe(layoutsBefore);
});
