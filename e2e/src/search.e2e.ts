import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { bar, barField, gasketEvery, gaskets, isFocused, sayGaskets, searchRoom, shown } from "./finding.ts";
import {
  awaitConnected,
  bubbles,
  composer,
  messageList,
  openRoom,
  roomList,
  roomRow,
  say,
  signedIn,
  startAgain,
} from "./people.ts";
import { field, openPanel, option, results, typeUntilFound } from "./searching.ts";
import { findSideways } from "./sideways.ts";
import { slowDown } from "./slow-network.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });

const radu = await signedIn(browser, product, "radu");
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("data-found") ?? document.activeElement?.tagName ?? null);

describe("search", () => {
  test("[FIND-3a][FIND-3c][FIND-3f][FIND-3g][FIND-3l] finds a new message by the middle of its code, opens it, and back returns to the results", async () => {
    await awaitConnected(radu);
    const ana = await signedIn(browser, product, "ana");
    await awaitConnected(ana);
    await openRoom(ana, 10_001);
    await say(ana, "Discul din față: 1K0 615 301 AA, mai este?");
    await openPanel(radu);
    await typeUntilFound(radu, "615-301", "mai este");
    await radu.keyboard.press("Enter");
    await results(radu).getByRole("status").filter({ hasText: /găsit/ }).waitFor();
    expect(new URL(radu.url()).pathname + new URL(radu.url()).search).toBe("/search");
    expect(await roomList(radu).count()).toBe(0);
    const hit = results(radu).getByRole("link", { name: /mai este/ });
    await expect.poll(() => hit.locator("mark").allInnerTexts()).toEqual(["615 301"]);
    await hit.click();
    await bubbles(radu, "Discul din față").waitFor();
    expect(radu.url()).toMatch(/\/view\/oferta\.10001\?m=\d+$/);
    await results(radu).waitFor();
    await radu.goBack();
    await expect.poll(() => composer(radu).count()).toBe(0);
    await expect.poll(() => focused(radu)).toMatch(/^hit-/);
    await radu.reload();
    await expect
      .poll(async () => {
        // FIND-3r: a busy server may have searched only some of the messages.
        const again = results(radu).getByRole("button", { name: "Încearcă din nou" });
        if (await again.isVisible()) await again.click();
        return hit.count();
      })
      .toBe(1);
    await radu.keyboard.press("Escape");
    await roomRow(radu, 10_001).waitFor();
    expect(new URL(radu.url()).pathname).toBe("/");
  });

  test("[FIND-3n] on a slow link what is typed right after the shortcut is kept, and found once loaded", async () => {
    const slow = await signedIn(browser, product, "radu");
    await slowDown(slow);
    await slow.reload({ waitUntil: "commit" });
    await roomRow(slow, 10_001).waitFor();
    await slow.keyboard.press("Control+k");
    await slow.keyboard.type("mureșan");
    expect([await focused(slow), await field(slow).inputValue()]).toEqual(["INPUT", "mureșan"]);
    await option(slow, /Ana Mureșan/)
      .first()
      .waitFor();
    await slow.keyboard.type(" ana");
    expect(await field(slow).inputValue()).toBe("mureșan ana");
  });

  test("[FIND-3a][FIND-3f][FIND-3g] on a phone panel and results fill the screen, and back goes from a hit to them and home", async () => {
    const phone = await signedIn(browser, product, "radu", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await phone.getByRole("button", { name: /^Caută discuții/ }).tap();
    await field(phone).waitFor();
    await expect.poll(() => phone.getByRole("dialog").boundingBox()).toEqual({ x: 0, y: 0, ...sizes.phone });
    const overflow = await phone.getByRole("dialog").evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    expect(overflow).toBe(0);
    await field(phone).fill("mureșan");
    await option(phone, /^Toate rezultatele/).tap();
    await results(phone).getByRole("link").first().waitFor();
    expect(await phone.evaluate(findSideways)).toEqual([]);
    expect(await axeFindings(phone)).toEqual([]);
    expect((await results(phone).boundingBox())?.height).toBe(sizes.phone.height);
    await phone.getByRole("button", { name: "Schimbă căutarea: mureșan" }).tap();
    expect(await field(phone).inputValue()).toBe("mureșan");
    await phone.goBack();
    await field(phone).waitFor({ state: "detached" });
    await results(phone).getByRole("link").first().tap();
    await composer(phone).waitFor();
    await phone.goBack();
    await results(phone).getByRole("link").first().waitFor();
    await phone.getByRole("button", { name: "Închide căutarea" }).first().tap();
    await roomRow(phone, 10_001).waitFor();
  });
});

describe("hits in a conversation", () => {
  beforeAll(async () => {
    await sayGaskets(await apiAs(product, "radu"));
    await startAgain(radu);
    await openRoom(radu, 10_001);
  });

  test("[FIND-4f][FIND-4d][FIND-4c] Ctrl+F finds a message several pages back and shows it in its context", async () => {
    await searchRoom(radu, "supapa egr", "1 din 1 rezultat");
    await expect.poll(() => shown(radu)).toMatchObject({ text: "Supapa EGR se curăță, nu se schimbă" });
    const { above, below } = await shown(radu);
    expect([above > 2, below > 2]).toEqual([true, true]);
    expect(await bubbles(radu, "se curăță").locator("mark").allInnerTexts()).toEqual(["Supapa", "EGR"]);
    expect(await isFocused(barField(radu))).toBe(true);
    expect(await axeFindings(radu)).toEqual([]);
    await radu.keyboard.press("Escape");
  });

  test("[FIND-4d] Enter and F3 step to older hits across pages and wrap around, Shift steps back", async () => {
    await searchRoom(radu, "garnitura", "1 din peste 50 de rezultate");
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
    // The keys also work while the focus is in the messages.
    await messageList(radu).focus();
    await radu.keyboard.press("F3");
    await expect.poll(() => isFocused(bubbles(radu, `Garnitură numărul ${(gaskets - 53) * gasketEvery}`))).toBe(true);
    await expect.poll(position).toBe(`53 din ${gaskets} de rezultate`);
  });
});
