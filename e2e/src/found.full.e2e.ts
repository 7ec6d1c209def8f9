import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { bar, barField, isFocused, sayGaskets, searchRoom, shown } from "./finding.ts";
import { bubbles, composer, messageList, openRoom, say, settled, signedIn } from "./people.ts";
import { slowDown } from "./slow-network.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });

describe("search results in a conversation", () => {
  let radu: Page;

  beforeAll(async () => {
    await sayGaskets(await apiAs(product, "radu"));
    radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
  });

  test("[FIND-4e] Esc closes the bar and stays at the message, or returns to the composer from which it was opened", async () => {
    const top = (): Promise<number> => messageList(radu).evaluate(({ scrollTop }) => scrollTop);
    await composer(radu).focus();
    await searchRoom(radu, "supapa egr", "1 din 1 rezultat");
    await expect.poll(() => shown(radu)).toMatchObject({ text: "Supapa EGR se curăță, nu se schimbă" });
    await settled(radu);
    const before = await top();
    await radu.keyboard.press("Escape");
    await bar(radu).waitFor({ state: "detached" });
    await expect.poll(async () => [await isFocused(composer(radu)), await top()]).toEqual([true, before]);
    await radu.keyboard.type("scriu");
    expect(await composer(radu).inputValue()).toBe("scriu");
    await composer(radu).fill("");
    await messageList(radu).focus();
    await searchRoom(radu, "supapa egr", "1 din 1 rezultat");
    await expect.poll(() => shown(radu)).toMatchObject({ text: "Supapa EGR se curăță, nu se schimbă" });
    await radu.keyboard.press("Escape");
    await bar(radu).waitFor({ state: "detached" });
    await expect.poll(() => isFocused(bubbles(radu, "se curăță"))).toBe(true);
    expect(await top()).toBe(before);
    expect(await messageList(radu).locator("mark").count()).toBe(0);
    await radu.keyboard.press("Escape");
    await expect.poll(() => isFocused(composer(radu))).toBe(true);
    expect(radu.url()).toContain("/view/oferta.10001");
  });

  test("[FIND-4c] scrolls a long message to the words that were found", async () => {
    const lines = "rând\n".repeat(60);
    await say(radu, `xilofon la început\n${lines}`);
    await say(radu, `${lines}fagot la capăt`);
    await bubbles(radu, "fagot").and(radu.locator("article[data-seq]")).waitFor();
    for (const words of ["xilofon", "fagot"]) {
      await searchRoom(radu, words, "1 din 1 rezultat");
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

  test("[FIND-3n] on a slow link what is typed right after the shortcut is searched for, and Enter sends nothing", async () => {
    const slow = await signedIn(browser, product, "radu");
    await slowDown(slow);
    await slow.goto(`${product.address}/view/oferta.10001`, { waitUntil: "commit" });
    await composer(slow).waitFor();
    await composer(slow).focus();
    await slow.keyboard.press("Control+f");
    await slow.keyboard.type("oboi");
    await slow.keyboard.press("Enter");
    await expect
      .poll(async () => [await isFocused(barField(slow)), await barField(slow).inputValue()])
      .toEqual([true, "oboi"]);
    expect(await composer(slow).inputValue()).toBe("");
    await bar(slow).getByText("Nimic pentru cuvântul „oboi”.").waitFor();
    expect(await bubbles(slow, "oboi").count()).toBe(0);
  });

  test("[FIND-4e] back closes the bar, even with a panel opened over it, and then leaves the conversation", async () => {
    const phone = await signedIn(browser, product, "radu", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await openRoom(phone, 10_001);
    await phone.getByRole("button", { name: "Opțiunile discuției" }).tap();
    await phone.getByRole("menuitem", { name: "Caută în discuție" }).tap();
    await expect.poll(() => isFocused(barField(phone))).toBe(true);
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
      await expect.poll(() => isFocused(barField(phone))).toBe(true);
      await barField(phone).fill("garnitura");
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
