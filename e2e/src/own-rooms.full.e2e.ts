import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { awaitConnected, composer, openRoom, roomList, roomRow, say, signedIn } from "./people.ts";
import { goHome, item, pick, rowOffers } from "./room-menus.ts";
import { holdCode } from "./slow-network.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const desk = await signedIn(browser, product, "radu");
const phone = await signedIn(browser, product, "radu", { viewport: sizes.phone, hasTouch: true, isMobile: true });
const ana = await signedIn(browser, product, "ana");

const firstOffer = (page: Page): Promise<number | undefined> => rowOffers(page).then(([first]) => first);

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

const isOver = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

async function anaSays(offer: number, text: string): Promise<void> {
  await openRoom(ana, offer);
  await say(ana, text);
  await goHome(ana);
}

/** Presses a row and holds it. The returned function lifts the finger. */
async function restThumb(phone: Page, row: Locator): Promise<() => Promise<unknown>> {
  const box = await row.boundingBox();
  const devtools = await phone.context().newCDPSession(phone);
  const touchPoints = [{ x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 20 }];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  return () => devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

describe("arranging rooms", () => {
  test("[ORDER-3][LOOK-5] offline nothing changes, and a toast next to the press explains that", async () => {
    await goHome(desk);
    await awaitConnected(desk);
    const before = await rowOffers(desk);
    // Loads the menu's code while online.
    await roomRow(desk, 10_001).click({ button: "right" });
    await item(desk, "Fixează sus").waitFor();
    await desk.keyboard.press("Escape");
    await desk.context().setOffline(true);
    await awaitConnected(desk, false);
    await pick(desk, 10_007, "Fixează sus");
    const toast = await desk.getByRole("alert").filter({ hasText: "Nu s-a schimbat nimic" }).boundingBox();
    const row = await roomRow(desk, 10_007).boundingBox();
    if (!toast || !row) throw new Error("It is not drawn.");
    expect(Math.abs(toast.y - row.y)).toBeLessThan(200);
    expect(toast.x).toBeLessThan(row.x + row.width);
    expect(await rowOffers(desk)).toEqual(before);
    await desk.context().setOffline(false);
  });

  test("[ORDER-5] a long press opens the menu, in view", async () => {
    await phone.goto(product.address);
    await awaitConnected(phone);
    const lift = await restThumb(phone, roomRow(phone, 10_001));
    await item(phone, "Fixează sus").waitFor();
    await lift();
    await item(phone, "Fixează sus").waitFor();
    expect(new URL(phone.url()).pathname).toBe("/");
    expect(await axeFindings(phone)).toEqual([]);
  });

  test("[ORDER-5] a menu requested before its code has loaded opens when it arrives, and no room does", async () => {
    const release = await holdCode(phone, "ahead");
    await phone.clock.install();
    await phone.goto(product.address);
    await roomRow(phone, 10_001).waitFor();
    const lift = await restThumb(phone, roomRow(phone, 10_001));
    // The press is as long as a long press, since the code may have been preloaded.
    await phone.clock.runFor(500);
    await lift();
    expect([new URL(phone.url()).pathname, await item(phone, "Fixează sus").count()]).toEqual(["/", 0]);
    release();
    await item(phone, "Fixează sus").waitFor();
    expect(new URL(phone.url()).pathname).toBe("/");
  });

  test.each(["Shift+F10", "ContextMenu"])(
    "[ORDER-5] %s on a row before the menu's code has loaded opens it when it arrives",
    async (key) => {
      const release = await holdCode(desk, "ahead");
      await desk.goto(product.address);
      await roomRow(desk, 10_001).focus();
      await desk.keyboard.press(key);
      release();
      await item(desk, "Fixează sus").waitFor();
      await desk.keyboard.press("Escape");
      await expect.poll(() => roomRow(desk, 10_001).evaluate((row) => row === document.activeElement)).toBe(true);
    },
  );
});

describe("the list and home", () => {
  test("[LIST-1c] while the mouse is over the list, its heading announces new messages above, and a press shows them", async () => {
    await goHome(desk);
    await awaitConnected(desk);
    await desk.mouse.move(800, 500);
    const before = await rowOffers(desk);
    const moving = before.slice(1).find((offer) => [10_001, 10_002, 10_003].includes(offer)) ?? 0;
    await roomRow(desk, before[0] ?? 0).hover();
    const still = [
      roomList(desk).getByRole("button", { name: "Întâi cine așteaptă" }),
      roomList(desk).getByRole("radiogroup"),
      roomRow(desk, before[0] ?? 0),
    ];
    const boxes = () => Promise.all(still.map((each) => each.boundingBox()));
    const there = await boxes();
    await anaSays(moving, "Încă o întrebare.");
    const chip = roomList(desk).getByRole("button", { name: "1 nouă sus" });
    const news = await chip.boundingBox();
    expect(await boxes()).toEqual(there);
    expect(there.filter((box) => box === null || news === null || isOver(news, box))).toEqual([]);
    // Moves across the filters, as a real pointer would.
    await desk.mouse.move((news?.x ?? 0) + 10, (news?.y ?? 0) + 10, { steps: 20 });
    await chip.click();
    await expect.poll(() => firstOffer(desk)).toBe(moving);
  });

  test("[LIST-7a] the choice of compact rows survives a reload", async () => {
    await goHome(desk);
    const height = async (): Promise<number> => Math.round((await roomRow(desk, 10_001).boundingBox())?.height ?? 0);
    expect(await height()).toBe(60);
    for (const chosen of [48, 60]) {
      await desk.getByRole("button", { name: /^Contul tău/ }).click();
      await desk.getByRole("menuitemcheckbox", { name: "Listă compactă" }).click();
      await desk.keyboard.press("Escape");
      await expect.poll(height).toBe(chosen);
      await desk.reload();
      await roomRow(desk, 10_001).waitFor();
      expect(await height()).toBe(chosen);
    }
  });

  test("[LIST-8][A11Y-1] home lists who waits, what is unread and what was opened last, in both themes", async () => {
    await goHome(desk);
    const part = (name: string) =>
      desk.locator("section section", { has: desk.getByRole("heading", { name, exact: true }) });
    await part("Așteaptă de cel mai mult").getByRole("link").first().waitFor();
    await openRoom(desk, 10_011);
    await goHome(desk);
    await part("Deschise de curând").getByRole("link", { name: /10011/ }).waitFor();
    await desk.reload();
    await part("Deschise de curând").getByRole("link", { name: /10011/ }).click();
    await composer(desk).waitFor();
    await goHome(desk);
    await part("Deschide o ofertă").waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await desk.emulateMedia({ colorScheme });
      expect(await axeFindings(desk)).toEqual([]);
    }
  });
});
