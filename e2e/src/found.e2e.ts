import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Caller, apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { bubbles, composer, messageList, openRoom, say, signedIn } from "./people.ts";
import { slowDown } from "./slow-network.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });

/** What is said after the message that is searched, and how often something else is among it. */
const saidAfter = 3000;
const gasketEvery = 40;
const gaskets = saidAfter / gasketEvery;
/** How long all of that may take to be said, ms. */
const sayingMs = 300_000;
/** What was said is found a moment later, on a busy machine too. */

const field = (page: Page): Locator => page.getByRole("textbox", { name: "Ce cauți în discuție" });
const bar = (page: Page): Locator => page.getByRole("search", { name: "Căutare în discuție" });
const isFocused = (of: Locator): Promise<boolean> => of.evaluate((element) => element === document.activeElement);
const marks = (of: Locator): Promise<string[]> => of.locator("mark").allInnerTexts();

/** The message that is shown, with its words and how many bubbles are drawn above and below it on screen. */
const shown = (page: Page): Promise<{ text: string; above: number; below: number }> =>
  messageList(page).evaluate((list) => {
    const box = list.getBoundingClientRect();
    const seen = [...list.querySelectorAll("article")].filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
    const at = seen.findIndex((each) => each.dataset["hit"] === "true");
    return { text: seen[at]?.querySelector("p")?.textContent ?? "", above: at, below: seen.length - 1 - at };
  });

/** Opens the field by the keys and searches until this is said of what was found. */
async function search(page: Page, words: string, said: string): Promise<void> {
  await page.keyboard.press("Control+f");
  await expect
    .poll(async () => {
      await field(page).fill("");
      await field(page).fill(words);
      // However long the answer takes.
      await bar(page).locator('[data-busy="true"]').waitFor({ state: "detached" });
      return bar(page)
        .getByRole("status")
        .getByText(said)
        .first()
        .waitFor()
        .then(
          () => said,
          () => "",
        );
    })
    .toBe(said);
}

async function sayAll(caller: Caller, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += 25) {
    await Promise.all(texts.slice(from, from + 25).map((message) => caller.post("publish/oferta.10001", { message })));
  }
}

describe("what was found in a conversation", () => {
  let radu: Page;
  let api: Caller;

  beforeAll(async () => {
    api = await apiAs(product, "radu");
    await sayAll(api, ["Supapa EGR se curăță, nu se schimbă"]);
    await sayAll(
      api,
      Array.from({ length: saidAfter }, (_, n) => (n % gasketEvery === 0 ? `Garnitură numărul ${n}` : `Altceva ${n}`)),
    );
    radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
  }, sayingMs);

  test("[FIND-4f][FIND-4g][FIND-4c] Ctrl+F finds what was said 3,000 messages ago, in the midst of what was said around it", async () => {
    await search(radu, "supapa egr", "1 din 1 rezultat");
    await expect.poll(() => shown(radu)).toMatchObject({ text: "Supapa EGR se curăță, nu se schimbă" });
    const { above, below } = await shown(radu);
    expect([above > 2, below > 2]).toEqual([true, true]);
    expect(await marks(bubbles(radu, "se curăță"))).toEqual(["Supapa", "EGR"]);
    expect(await isFocused(field(radu))).toBe(true);
    expect(await axeFindings(radu)).toEqual([]);
  });

  test("[FIND-4e][FIND-4o] Esc closes the bar, leaves one at the message, or in the composer where one came from there", async () => {
    const top = (): Promise<number> => messageList(radu).evaluate(({ scrollTop }) => scrollTop);
    const before = await top();
    // Asked for in the composer.
    await radu.keyboard.press("Escape");
    await bar(radu).waitFor({ state: "detached" });
    expect([await isFocused(composer(radu)), await top()]).toEqual([true, before]);
    await radu.keyboard.type("scriu");
    expect(await composer(radu).inputValue()).toBe("scriu");
    await composer(radu).fill("");
    await messageList(radu).focus();
    await search(radu, "supapa egr", "1 din 1 rezultat");
    await expect.poll(() => shown(radu)).toMatchObject({ text: "Supapa EGR se curăță, nu se schimbă" });
    await radu.keyboard.press("Escape");
    await bar(radu).waitFor({ state: "detached" });
    expect(await isFocused(bubbles(radu, "se curăță"))).toBe(true);
    expect(await top()).toBe(before);
    expect(await messageList(radu).locator("mark").count()).toBe(0);
    await radu.keyboard.press("Escape");
    expect(await isFocused(composer(radu))).toBe(true);
    expect(radu.url()).toContain("/view/oferta.10001");
  });

  test("[FIND-4d] Enter and F3 walk to older ones over pages and around the end, Shift back", async () => {
    await search(radu, "garnitura", "1 din peste 50 de rezultate");
    for (let n = 1; n < 51; n += 1) await radu.keyboard.press("Enter");
    const position = (): Promise<string> => bar(radu).locator("[data-busy] > [aria-hidden]").innerText();
    await expect.poll(position).toBe(`51 din ${gaskets} de rezultate`);
    await radu.keyboard.press("Enter");
    await expect.poll(position).toBe(`52 din ${gaskets} de rezultate`);
    await expect.poll(async () => (await shown(radu)).text).toBe(`Garnitură numărul ${(gaskets - 52) * gasketEvery}`);
    await radu.keyboard.press("Shift+F3");
    await expect.poll(position).toBe(`51 din ${gaskets} de rezultate`);
    await radu.getByRole("button", { name: "Rezultatul următor, mai vechi" }).click();
    await expect.poll(position).toBe(`52 din ${gaskets} de rezultate`);
    // From the messages the keys go along.
    await messageList(radu).focus();
    await radu.keyboard.press("F3");
    await expect.poll(() => isFocused(bubbles(radu, `Garnitură numărul ${(gaskets - 53) * gasketEvery}`))).toBe(true);
    await expect.poll(position).toBe(`53 din ${gaskets} de rezultate`);
  });

  test("[FIND-4f] pressed again in the field, Ctrl+F is the browser's own", async () => {
    const isOurs = async (): Promise<boolean> => {
      // The listener is there before the key is pressed.
      const pressed = await radu.evaluateHandle(() => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const onKey = (event: KeyboardEvent): void => {
          if (event.key !== "f") return;
          window.removeEventListener("keydown", onKey, true);
          resolve(event.defaultPrevented);
        };
        window.addEventListener("keydown", onKey, true);
        return { promise };
      });
      await radu.keyboard.press("Control+f");
      return pressed.evaluate(({ promise }) => promise);
    };
    await messageList(radu).focus();
    expect(await isOurs()).toBe(true);
    await expect.poll(() => isFocused(field(radu))).toBe(true);
    expect(await isOurs()).toBe(false);
    await radu.keyboard.press("Escape");
  });

  test("[FIND-4f] the room's menu opens the field, by the keys alone", async () => {
    const menu = radu.getByRole("button", { name: "Opțiunile discuției" });
    await menu.focus();
    await radu.keyboard.press("Enter");
    await radu.getByRole("menuitem", { name: "Caută în discuție" }).waitFor();
    const item = radu.getByRole("menuitem", { name: "Caută în discuție" });
    const current = (): Promise<string> => radu.evaluate(() => document.activeElement?.textContent ?? "");
    for (let n = 0; n < 9 && !(await isFocused(item)); n += 1) {
      const before = await current();
      await radu.keyboard.press("ArrowDown");
      await expect.poll(current).not.toBe(before);
    }
    await radu.keyboard.press("Enter");
    await expect.poll(() => isFocused(field(radu))).toBe(true);
    await radu.keyboard.press("Escape");
    await bar(radu).waitFor({ state: "detached" });
  });

  test("[FIND-4b] of a long message the words that were found are in sight", async () => {
    const lines = "rând\n".repeat(60);
    await say(radu, `xilofon la început\n${lines}`);
    await say(radu, `${lines}fagot la capăt`);
    await bubbles(radu, "fagot").and(radu.locator("article[data-seq]")).waitFor();
    for (const words of ["xilofon", "fagot"]) {
      await search(radu, words, "1 din 1 rezultat");
      const mark = messageList(radu).locator("article[data-hit=true] mark").first();
      await mark.waitFor();
      const isInSight = (): Promise<boolean> =>
        mark.evaluate((element) => {
          const [box, at] = [
            element.closest("[data-scroller]")!.getBoundingClientRect(),
            element.getBoundingClientRect(),
          ];
          return at.top >= box.top && at.bottom <= box.bottom;
        });
      await expect.poll(isInSight).toBe(true);
      await radu.keyboard.press("Escape");
    }
  });

  test("[FIND-4g] nothing found says for what, as it was understood", async () => {
    await search(radu, '9Z9 999 "nicăieri aici"', "Nimic pentru codul 9z9999, expresia „nicaieri aici”.");
    expect(await axeFindings(radu)).toEqual([]);
    await radu.keyboard.press("Escape");
  });

  test("[FIND-4i] a message that is deleted while it is shown says so, and one goes on from there", async () => {
    await say(radu, "Trombon vechi");
    await say(radu, "Trombon nou");
    await search(radu, "trombon", "1 din 2 rezultate");
    await bubbles(radu, "Trombon nou").locator("[data-bubble]").click({ button: "right" });
    await radu.getByRole("menuitem", { name: "Șterge mesajul", exact: true }).click();
    await bar(radu).getByText("Mesajul găsit a fost șters între timp.").waitFor();
    await field(radu).press("Enter");
    await expect.poll(async () => (await shown(radu)).text).toBe("Trombon vechi");
    await bar(radu).getByText("Mesajul găsit a fost șters între timp.").waitFor({ state: "detached" });
    await radu.keyboard.press("Escape");
  });

  test("[FIND-4h] without a network what is loaded is searched, and the server once it is back", async () => {
    await say(radu, "Clavecin pe stoc");
    await bubbles(radu, "Clavecin pe stoc").and(radu.locator("article[data-seq]")).waitFor();
    await radu.context().setOffline(true);
    await search(radu, "clavecin", "1 din 1 rezultat");
    await bar(radu).getByText("s-a căutat doar în mesajele încărcate aici").waitFor();
    await radu.context().setOffline(false);
    await bar(radu).getByText("s-a căutat doar").waitFor({ state: "detached" });
    await radu.keyboard.press("Escape");
  });

  test("[FIND-4q] on a slow link what is typed right after the key is searched, and Enter sends nothing", async () => {
    const slow = await signedIn(browser, product, "radu");
    await slowDown(slow);
    await slow.goto(`${product.address}/view/oferta.10001`, { waitUntil: "commit" });
    await composer(slow).waitFor();
    await composer(slow).focus();
    await slow.keyboard.press("Control+f");
    await slow.keyboard.type("oboi");
    await slow.keyboard.press("Enter");
    await expect
      .poll(async () => [await isFocused(field(slow)), await field(slow).inputValue()])
      .toEqual([true, "oboi"]);
    expect(await composer(slow).inputValue()).toBe("");
    await bar(slow).getByText("Nimic pentru cuvântul „oboi”.").waitFor();
    expect(await bubbles(slow, "oboi").count()).toBe(0);
  });

  test("[FIND-4n] back closes the bar that was asked for, with a panel opened over it meanwhile, and leaves the conversation", async () => {
    const phone = await signedIn(browser, product, "radu", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await openRoom(phone, 10_001);
    await phone.getByRole("button", { name: "Opțiunile discuției" }).tap();
    await phone.getByRole("menuitem", { name: "Caută în discuție" }).tap();
    await expect.poll(() => isFocused(field(phone))).toBe(true);
    await phone.keyboard.press("Control+k");
    await phone.getByRole("dialog").waitFor();
    await phone.goBack();
    await phone.getByRole("dialog").waitFor({ state: "detached" });
    expect(await bar(phone).count()).toBe(1);
    await phone.goBack();
    await bar(phone).waitFor({ state: "detached" });
    expect(await composer(phone).count()).toBe(1);
    await phone.goBack();
    await expect.poll(() => composer(phone).count()).toBe(0);
  });

  test.each(["light", "dark"] as const)(
    "[FIND-4d][A11Y-1] on a phone in the %s theme the bar has room for all of it, and axe finds nothing",
    async (colorScheme) => {
      const options = { viewport: sizes.phone, hasTouch: true, isMobile: true, colorScheme };
      const phone = await signedIn(browser, product, "radu", options);
      await openRoom(phone, 10_001);
      await phone.getByRole("button", { name: "Opțiunile discuției" }).click();
      await phone.getByRole("menuitem", { name: "Caută în discuție" }).click();
      await expect.poll(() => isFocused(field(phone))).toBe(true);
      await field(phone).fill("garnitura");
      await bar(phone).getByText("1 din 50+").waitFor();
      await phone.getByRole("button", { name: "Rezultatul următor, mai vechi" }).tap();
      await bar(phone).getByText("2 din 50+").waitFor();
      expect(await axeFindings(phone)).toEqual([]);
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width);
      await phone.getByRole("button", { name: "Închide căutarea" }).tap();
      await bar(phone).waitFor({ state: "detached" });
    },
  );
});
