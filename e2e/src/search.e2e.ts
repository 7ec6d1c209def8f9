import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { awaitConnected, bubbles, composer, openRoom, roomList, roomRow, say, signedIn, startAgain } from "./people.ts";
import { field, openPanel, option, results, showResults, slowly, typeUntilFound } from "./searching.ts";
import { findSideways } from "./sideways.ts";
import { slowDown } from "./slow-network.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

const radu = await signedIn(browser, product, "radu");
const ana = await signedIn(browser, product, "ana");
const phone = await signedIn(browser, product, "radu", { viewport: sizes.phone, hasTouch: true, isMobile: true });
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("data-found") ?? document.activeElement?.tagName ?? null);

/** Ana has asked Radu for something. */
async function asked(text: string): Promise<void> {
  await awaitConnected(ana);
  await openRoom(ana, 10_001);
  await say(ana, text);
}

describe("search", () => {
  test("[FIND-3a][FIND-3c][FIND-3f][FIND-3g][FIND-3l] what was said just now is found by the middle of its code, opens, and back leads to the results", async () => {
    await awaitConnected(radu);
    await asked("Discul din față: 1K0 615 301 AA, mai este?");
    await openPanel(radu);
    await typeUntilFound(radu, "615-301", /mai este/);
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
        // FIND-3r: a server that is busy may have looked at a part alone.
        const again = results(radu).getByRole("button", { name: "Încearcă din nou" });
        if (await again.isVisible()) await again.click();
        return hit.count();
      }, slowly)
      .toBe(1);
    await radu.keyboard.press("Escape");
    await roomRow(radu, 10_001).waitFor();
    expect(new URL(radu.url()).pathname).toBe("/");
  });

  test("[FIND-3a][FIND-3b][FIND-3k] by keys alone: the switcher opens over the writing, its first room by Enter, and Escape gives the focus back", async () => {
    await startAgain(radu);
    await openRoom(radu, 10_001);
    await composer(radu).fill("Ciornă");
    await openPanel(radu);
    await radu.keyboard.press("Escape");
    await field(radu).waitFor({ state: "detached" });
    await expect.poll(() => focused(radu)).toBe("TEXTAREA");
    await openPanel(radu);
    await radu.keyboard.type("mi");
    const first = radu.getByRole("option").first();
    await expect.poll(() => first.getAttribute("aria-selected")).toBe("true");
    expect(await field(radu).getAttribute("aria-activedescendant")).toBe(await first.getAttribute("id"));
    await radu.keyboard.press("ArrowDown");
    await expect.poll(() => first.getAttribute("aria-selected")).toBe("false");
    await radu.keyboard.press("ArrowUp");
    const number = /\d{5}/.exec(await first.innerText())?.[0];
    await radu.keyboard.press("Enter");
    await expect.poll(() => radu.url()).toContain(`/view/oferta.${number}`);
    await expect.poll(() => focused(radu)).toBe("TEXTAREA");
    await radu.goBack();
    await expect.poll(() => radu.url()).toContain("/view/oferta.10001");
  });

  test("[FIND-3n] on a slow link what is typed right after the key is in the field, and found once the rest is there", async () => {
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

  test("[FIND-3o] Enter opens the room that is named, also where the server finds more", async () => {
    await startAgain(radu);
    await openPanel(radu);
    await radu.keyboard.type("10001");
    await expect.poll(() => radu.getByRole("option").first().getAttribute("aria-selected"), slowly).toBe("true");
    await option(radu, /^Toate rezultatele/).waitFor();
    await radu.keyboard.press("Enter");
    await expect.poll(() => new URL(radu.url()).pathname).toBe("/view/oferta.10001");
  });

  test("[FIND-3m] closing the results leads back to the conversation that was open before", async () => {
    await startAgain(radu);
    await openRoom(radu, 10_001);
    await showResults(radu, "ambreiaj");
    await expect.poll(() => composer(radu).count()).toBe(0);
    await radu.getByRole("button", { name: "Închide căutarea" }).click();
    await composer(radu).waitFor();
    expect(new URL(radu.url()).pathname).toBe("/view/oferta.10001");
    await roomRow(radu, 10_001).waitFor();
  });

  test("[FIND-3i] a filter that is chosen stays in its place", async () => {
    await startAgain(radu);
    await showResults(radu, "ambreiaj");
    const by = radu.getByRole("button", { name: "De la", exact: true });
    await results(radu).getByRole("link").first().waitFor(slowly);
    const before = await by.boundingBox();
    await radu.getByRole("button", { name: "Cu fișier" }).click();
    await radu.getByRole("button", { name: "Renunță la filtrul „Cu fișier”" }).waitFor();
    expect(await by.boundingBox()).toEqual(before);
  });

  test("[FIND-4p] on a phone back from the offer at a line that was found leads to the results", async () => {
    await showResults(phone, "disc");
    const line = results(phone)
      .getByRole("link", { name: /^linie din ofertă/ })
      .first();
    await line.tap();
    await phone.getByRole("dialog").locator("mark").first().waitFor(slowly);
    await phone.goBack();
    await line.waitFor();
    await phone.getByRole("dialog").waitFor({ state: "detached" });
    expect(new URL(phone.url()).pathname).toBe("/search");
  });

  test("[FIND-3c] the call of an earlier key is given up, and what it finds is never shown", async () => {
    await startAgain(radu);
    const given: string[] = [];
    radu.on("requestfailed", (request) => {
      if (request.url().endsWith("/search"))
        given.push(`${request.postDataJSON().search} ${request.failure()?.errorText}`);
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await radu.route("**/api/v1/search", async (route) => {
      if (route.request().postDataJSON().search === "ana") await held;
      await route.continue().catch(() => undefined);
    });
    await openPanel(radu);
    const asks = radu.waitForRequest("**/api/v1/search");
    // At once: between the keys of a slow hand there would be calls of their own.
    await field(radu).fill("ana");
    await asks;
    const again = radu.waitForRequest((request) => request.postDataJSON()?.search === "ana mureșan");
    await field(radu).fill("ana mureșan");
    await again;
    await expect.poll(() => given).toEqual(["ana net::ERR_ABORTED"]);
    release();
  });

  test("[FIND-3d] without a connection rooms of the page are found at once, and the rest by itself when it is back", async () => {
    await startAgain(radu);
    await awaitConnected(radu);
    await openPanel(radu);
    // What draws the rooms is there: without a worker its code would not come any more.
    await radu.getByRole("option").first().waitFor();
    await radu.context().setOffline(true);
    await radu.keyboard.type("mureșan");
    await option(radu, /Ana Mureșan/)
      .first()
      .waitFor();
    await radu.getByText("Fără conexiune: găsești doar discuțiile din listă.").waitFor();
    await radu.context().setOffline(false);
    await radu
      .getByRole("group", { name: "Găsite în toate discuțiile" })
      .or(radu.getByText(/găsit/))
      .first()
      .waitFor(slowly);
  });

  test("[FIND-3e] recent searches stand there again, can be forgotten one by one, and leave the device with the person", async () => {
    const fresh = await signedIn(browser, product, "radu");
    for (const text of ["ambreiaj", "plăcuțe"]) {
      await showResults(fresh, text);
      await fresh.keyboard.press("Escape");
      await roomList(fresh).waitFor();
    }
    await openPanel(fresh);
    const recent = fresh.getByRole("group", { name: "Căutări recente" }).getByRole("option");
    await expect.poll(() => recent.allInnerTexts()).toEqual(["plăcuțe", "ambreiaj"]);
    await fresh.getByRole("button", { name: "Uită căutarea „plăcuțe”" }).click();
    await expect.poll(() => recent.allInnerTexts()).toEqual(["ambreiaj"]);
    await fresh.keyboard.press("Escape");
    const stored = () =>
      fresh.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("cuplaj.searches")));
    expect(await stored()).toHaveLength(1);
    await fresh.getByRole("button", { name: /^Contul tău/ }).click();
    await fresh.getByRole("menuitem", { name: "Ieșire din cont" }).click(slowly);
    await fresh.getByLabel("Utilizator").waitFor();
    expect(await stored()).toEqual([]);
  });

  test("[FIND-3h][FIND-3i] what is not found says how it was understood, and filters narrow to messages and go again", async () => {
    await asked("Trimit poza cu xenonul rar");
    await startAgain(radu);
    await showResults(radu, 'zgârietură 9Z9 999-888 "fără rost aici"');
    await results(radu).getByText("Nu am găsit nimic").waitFor();
    expect(await results(radu).getByRole("list").first().getByRole("listitem").allInnerTexts()).toEqual([
      "cuvântul „zgarietura”",
      "codul 9z9999888",
      "expresia „fara rost aici”",
    ]);
    await radu.getByRole("button", { name: /^Schimbă căutarea/ }).click();
    await field(radu).fill("xenonul");
    await option(radu, /^Toate rezultatele/).click();
    await expect
      .poll(async () => {
        await radu.reload();
        return results(radu)
          .getByRole("link", { name: /xenonul rar/ })
          .waitFor()
          .then(
            () => true,
            () => false,
          );
      }, slowly)
      .toBe(true);
    await radu.getByRole("button", { name: "Cu fișier" }).click();
    await results(radu).getByText("Nu am găsit nimic").waitFor();
    await radu.getByRole("button", { name: "Renunță la filtrul „Cu fișier”" }).click();
    await radu.getByRole("button", { name: "De la", exact: true }).click();
    await radu.getByRole("dialog").getByLabel("Caută un nume").fill("ana mur", slowly);
    await radu
      .getByRole("dialog")
      .getByRole("button", { name: /Ana Mureșan/ })
      .click();
    await radu.getByRole("button", { name: "Renunță la filtrul „De la Ana Mureșan”" }).waitFor();
    await results(radu)
      .getByRole("link", { name: /xenonul rar/ })
      .waitFor();
  });

  test.each(["light", "dark"] as const)(
    "[FIND-3a][A11Y-1] axe finds nothing in the panel and the results, %s",
    async (colorScheme) => {
      await startAgain(radu, { colorScheme });
      await openPanel(radu);
      await radu.getByRole("option").first().waitFor();
      expect(await axeFindings(radu)).toEqual([]);
      await field(radu).fill("mureșan");
      await option(radu, /^Toate rezultatele/).waitFor();
      expect(await axeFindings(radu)).toEqual([]);
      await option(radu, /^Toate rezultatele/).click();
      await results(radu).getByRole("link").first().waitFor(slowly);
      expect(await axeFindings(radu)).toEqual([]);
    },
  );

  test("[FIND-3a][FIND-3f][FIND-3g] on a phone panel and results fill the screen, and back leads from a hit to them and home", async () => {
    await startAgain(phone, { viewport: sizes.phone });
    await phone.getByRole("button", { name: /^Caută discuții/ }).tap();
    await field(phone).waitFor(slowly);
    await expect.poll(() => phone.getByRole("dialog").boundingBox()).toEqual({ x: 0, y: 0, ...sizes.phone });
    const overflow = await phone.getByRole("dialog").evaluate((panel) => panel.scrollWidth - panel.clientWidth);
    expect(overflow).toBe(0);
    await field(phone).fill("mureșan");
    await option(phone, /^Toate rezultatele/).tap();
    await results(phone).getByRole("link").first().waitFor(slowly);
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
