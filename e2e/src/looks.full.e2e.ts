import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sizes } from "./browser.ts";
import { bubbles, composer, messageList, openRoom, say, settled, signedIn, startAgain } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const ana = await signedIn(browser, product, "ana");

const wide = { width: 1920, height: 1080 };
/** 1440 x 900 at 400 % zoom. */
const zoomed = { width: 360, height: 225 };

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is not drawn.");
  return box;
}

const middleOf = ({ x, width }: { x: number; width: number }): number => x + width / 2;

/** Runs in the page: the widths of the rendered columns and bubbles, px. */
const findWidths = (list: Element) => ({
  columns: [...list.querySelectorAll("article")].map((row) => {
    const { paddingLeft, paddingRight } = getComputedStyle(row);
    return row.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  }),
  bubbles: [...list.querySelectorAll("[data-bubble]")].map((bubble) => bubble.getBoundingClientRect().width),
});

/** Runs in the page: the texts of bubbles whose time has a line to itself. */
function findLoneTimes(list: Element): string[] {
  return [...list.querySelectorAll('[data-bubble][data-file="false"]')].flatMap((bubble) => {
    const words = bubble.querySelector("p");
    const time = bubble.querySelector("time");
    if (words === null || time === null) return [];
    const isAlone = time.getBoundingClientRect().top >= words.getBoundingClientRect().bottom;
    return isAlone ? [words.textContent] : [];
  });
}

/** A text with words about as long as Romanian ones. */
const textOf = (characters: number): string =>
  "Mai trimite o dată codul plăcuței de frână, ".repeat(9).slice(0, characters);

async function showAna(offer: number, viewport: { width: number; height: number }): Promise<void> {
  await startAgain(ana);
  await openRoom(ana, offer);
  await ana.setViewportSize(viewport);
}

describe("the conversation's looks", () => {
  test.each([wide, sizes.desk, sizes.tablet])(
    "[LOOK-1] at $width x $height the column is centred and at most 800 px wide, and no bubble is too wide",
    async (size) => {
      await showAna(10_001, size);
      await say(ana, textOf(300));
      await bubbles(ana, textOf(300)).last().waitFor();
      const { columns, bubbles: widths } = await messageList(ana).evaluate(findWidths);
      expect(Math.max(...columns)).toBeLessThanOrEqual(800);
      expect(Math.max(...widths)).toBeLessThanOrEqual(Math.min(560, Math.max(...columns) * 0.72) + 1);
      const pane = await boxOf(ana.getByRole("region", { name: "Discuție" }));
      const column = await boxOf(messageList(ana));
      const field = await boxOf(composer(ana).locator("xpath=ancestor::div[2]"));
      expect(Math.abs(middleOf(pane) - middleOf(column))).toBeLessThan(1);
      expect(Math.abs(middleOf(pane) - middleOf(field))).toBeLessThan(1);
    },
  );

  test("[LOOK-1b] puts the time next to the last words of a text of any length", async () => {
    await showAna(10_002, sizes.desk);
    const lengths = Array.from({ length: 16 }, (_, at) => 50 + at * 3);
    for (const length of lengths) await say(ana, textOf(length));
    await bubbles(ana, textOf(95)).last().waitFor();
    for (const size of [sizes.desk, sizes.phone]) {
      await ana.setViewportSize(size);
      await settled(ana);
      expect(await messageList(ana).evaluate(findLoneTimes)).toEqual([]);
    }
  });

  test("[LOOK-1c] one's own bubbles have a different edge in forced colours", async () => {
    await showAna(10_001, sizes.desk);
    await ana.emulateMedia({ forcedColors: "active" });
    const edge = (own: boolean) =>
      messageList(ana)
        .locator(`[data-own="${own}"] [data-bubble]`)
        .last()
        .evaluate((bubble) => getComputedStyle(bubble).border);
    expect(await edge(true)).not.toBe(await edge(false));
    expect(await edge(false)).toMatch(/^1px solid/);
    await ana.emulateMedia({ forcedColors: "none" });
  });

  test("[LOOK-2] a long text shows its beginning, and all of it on request", async () => {
    await showAna(10_003, sizes.desk);
    await say(ana, `Lungul ${"rând cu rând ".repeat(280)}sfârșit.`);
    const long = bubbles(ana, "Lungul");
    const folded = await boxOf(long);
    expect(folded.height).toBeLessThan(420);
    await long.getByRole("button", { name: "Arată tot mesajul" }).click();
    await long.getByRole("button", { name: "Arată tot mesajul" }).waitFor({ state: "detached" });
    expect((await boxOf(long)).height).toBeGreaterThan(folded.height * 2);
  });

  test("[LOOK-2] emoji are large by themselves, and small next to words", async () => {
    await showAna(10_003, sizes.desk);
    const sizeOf = async (text: string): Promise<string> => {
      await say(ana, text);
      return bubbles(ana, text)
        .last()
        .locator("p")
        .evaluate((words) => getComputedStyle(words).fontSize);
    };
    expect(await sizeOf("👍👍🏽👨‍👩‍👧")).toBe("32px");
    expect(await sizeOf("👍 bun")).toBe("15px");
    expect(await sizeOf("4")).toBe("15px");
  });

  test("[LOOK-3] the day floats above older messages, but not at the end or over its own heading", async () => {
    await showAna(10_001, sizes.desk);
    const label = ana.locator("[data-top-day]");
    await settled(ana);
    expect(await label.count()).toBe(0);
    await messageList(ana).focus();
    await messageList(ana).hover();
    await ana.mouse.wheel(0, -1500);
    await label.waitFor();
    const day = await label.textContent();
    const heading = messageList(ana).getByRole("heading", { level: 3, name: day ?? "" });
    await expect
      .poll(async () => {
        await ana.mouse.wheel(0, -120);
        return heading.isVisible();
      })
      .toBe(true);
    // Rows that are measured late may scroll the day out of view again.
    await expect
      .poll(async () => {
        await heading.evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
        return label.count();
      })
      .toBe(0);
  });

  test("[LOOK-3] the start of a conversation does not repeat its day, despite lines above its heading", async () => {
    await showAna(10_001, sizes.desk);
    const beginning = messageList(ana).getByText("Aici începe discuția");
    await messageList(ana).hover();
    await expect
      .poll(async () => {
        await ana.mouse.wheel(0, -3000);
        return beginning.isVisible();
      })
      .toBe(true);
    await settled(ana);
    await expect.poll(() => ana.locator("[data-top-day]").count()).toBe(0);
  });

  test("[LOOK-4] at 400 % zoom messages have half of the window", async () => {
    await showAna(10_001, zoomed);
    const { height } = await boxOf(messageList(ana));
    expect(height).toBeGreaterThanOrEqual(zoomed.height / 2);
  });

  test("[LOOK-5] the undo toast appears next to the press, clear of the composer", async () => {
    await showAna(10_002, sizes.desk);
    await ana.locator("#conversation").getByRole("button", { name: "Opțiunile discuției" }).click();
    const leave = ana.getByRole("menuitem", { name: "Ieși din discuție" });
    const pressed = await boxOf(leave);
    await leave.click();
    const toast = await boxOf(ana.getByRole("status").filter({ hasText: "Ai ieșit din" }));
    expect(Math.abs(middleOf(toast) - middleOf(pressed))).toBeLessThan(200);
    expect(toast.y - (pressed.y + pressed.height)).toBeLessThan(60);
    await ana.getByRole("button", { name: "Anulează" }).click();
    await composer(ana).waitFor();
  });

  test("[LOOK-6] the list of keys, opened by a key, shows no tooltip", async () => {
    await startAgain(ana);
    await ana.keyboard.press("Shift+?");
    const out = ana.getByRole("dialog").getByRole("button", { name: "Închide" });
    await out.waitFor();
    expect(await out.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await out.evaluate((button) => getComputedStyle(button, "::after").display)).toBe("none");
  });

  test("[LOOK-6a] opening a room on a phone focuses its heading, without a ring", async () => {
    const phone = await signedIn(browser, product, "ana", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await openRoom(phone, 10_001);
    const heading = phone.getByRole("heading", { level: 2, name: "Oferta 10001" });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await heading.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("none");
  });
});
