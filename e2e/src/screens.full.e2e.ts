import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { passDesk, passPhone, passSignIn } from "./axe-passes.ts";
import { freshProfile, sizes } from "./browser.ts";
import { leave } from "./leaving-rooms.ts";
import { composer, messageList, openRoom, roomList, roomRow, signedIn, startAgain } from "./people.ts";
import { findSideways } from "./sideways.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

const touch = { viewport: sizes.phone, hasTouch: true, isMobile: true } as const;
const ana = await signedIn(browser, product, "ana");
const phone = await signedIn(browser, product, "ana", touch);

/** Runs in the page: visible buttons that are too small for a thumb, with their sizes. */
function findSmallButtons(): string[] {
  return (
    [...document.querySelectorAll('button, [role^="menuitem"], a[class*="button"], a[href^="#"]')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }) && !button.closest("p"))
      .map((button) => ({ name: button.ariaLabel ?? button.textContent, size: button.getBoundingClientRect() }))
      // Sizes are rounded, since elements may still be scaling in.
      .filter(({ size }) => Math.round(size.width) < 44 || Math.round(size.height) < 44)
      .map(({ name, size }) => `${name}: ${size.width} x ${size.height}`)
  );
}

describe("the screens", () => {
  describe("in the dark theme", () => {
    test("[A11Y-1] axe finds nothing on the sign-in page, also with an error", async () => {
      await passSignIn(await (await freshProfile(browser)).newPage(), product.address, "dark");
    });

    test("[A11Y-1] axe finds nothing on the home page, an open room, its menu and the not-found page", async () => {
      await passDesk(ana, product.address, "dark");
    });

    test("[A11Y-1] axe finds nothing on a phone", async () => {
      await passPhone(phone, "dark");
    });
  });

  test("[LIST-4] a phone shows the list, then the conversation, and back returns to the list", async () => {
    await startAgain(phone, { viewport: sizes.phone });
    await roomRow(phone, 10_001).waitFor();
    expect(await messageList(phone).isVisible()).toBe(false);
    await openRoom(phone, 10_001);
    expect(await roomList(phone).isVisible()).toBe(false);
    expect(new URL(phone.url()).pathname).toBe("/view/oferta.10001");
    const field = await composer(phone).boundingBox();
    expect(field && field.y + field.height).toBeLessThanOrEqual(sizes.phone.height);
    await phone.goBack();
    await roomRow(phone, 10_002).waitFor();
    expect(await messageList(phone).isVisible()).toBe(false);
  });

  test("[LIST-4] fits a phone's width, even 320 pixels", async () => {
    await startAgain(ana, { viewport: { width: 320, height: 640 } });
    const overflow = () => ana.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await openRoom(ana, 10_003);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

  test("[WEB-8a] no pane scrolls sideways next to an offer, even with a code's tooltip", async () => {
    await startAgain(ana);
    await openRoom(ana, 10_003);
    const copy = ana.getByRole("button", { name: /^Copiază codul/ }).last();
    await copy.waitFor();
    expect(await ana.evaluate(findSideways)).toEqual([]);
    await copy.hover();
    expect(await ana.evaluate(findSideways)).toEqual([]);
  });

  test("[WEB-8a] the page does not scroll next to an offer longer than the window", async () => {
    await startAgain(ana, { viewport: { width: 1440, height: 600 } });
    await openRoom(ana, 10_001);
    const lastCode = ana.getByRole("button", { name: /^Copiază codul/ }).last();
    await lastCode.focus();
    expect(await ana.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  });

  test("[A11Y-3] every button is large enough for a thumb", async () => {
    const page = await (await freshProfile(browser, touch)).newPage();
    await page.goto(`${product.address}/login`);
    await page.getByLabel("Utilizator").waitFor();
    expect(await page.evaluate(findSmallButtons)).toEqual([]);
    await startAgain(phone, { viewport: sizes.phone });
    await phone.getByRole("button", { name: /^Contul tău,/ }).click();
    await phone.getByRole("menu").waitFor();
    expect(await phone.evaluate(findSmallButtons)).toEqual([]);
    await phone.keyboard.press("Escape");
    await phone.getByRole("menu").waitFor({ state: "detached" });
    await openRoom(phone, 10_003);
    await phone.getByRole("button", { name: "Arată oferta" }).click();
    const copy = phone
      .getByRole("dialog")
      .getByRole("button", { name: /^Copiază codul/ })
      .first();
    await copy.waitFor();
    expect(await phone.evaluate(findSmallButtons)).toEqual([]);
    await phone.keyboard.press("Escape");
    await copy.waitFor({ state: "detached" });
    await phone.getByRole("button", { name: "Opțiunile discuției" }).click();
    await phone.getByRole("menuitem", { name: "Ieși din discuție" }).click();
    await phone.getByRole("button", { name: "Anulează" }).waitFor();
    expect(await phone.evaluate(findSmallButtons)).toEqual([]);
    await phone.getByRole("button", { name: "Anulează" }).click();
    await composer(phone).waitFor();
  });

  test("[THEME-1] applies the chosen theme before the first paint", async () => {
    const profile = await freshProfile(browser, { colorScheme: "light" });
    const page = await profile.newPage();
    await page.goto(`${product.address}/login`);
    const light = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.getByRole("radio", { name: "Întunecată" }).click();
    await page.waitForFunction(
      (before) => getComputedStyle(document.documentElement).backgroundColor !== before,
      light,
    );
    const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    // While the app's script is held back, the document paints without it.
    const seen = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => document.body !== null && document.styleSheets.length > 0);
    const early = await page.evaluate(() => ({
      root: document.querySelector("#app")?.childElementCount,
      color: getComputedStyle(document.documentElement).backgroundColor,
    }));
    seen.resolve();
    expect(early).toEqual({ root: 0, color: dark });
    expect(dark).not.toBe(light);
  });

  test("[TOAST-2] a toast raised over the sheet is on top and can be pressed", async () => {
    await startAgain(phone, { viewport: sizes.phone });
    await openRoom(phone, 10_001);
    await phone.getByRole("button", { name: "Arată oferta" }).tap();
    const sheet = phone.getByRole("dialog", { name: "Oferta 10001" });
    await phone.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
      document.execCommand = () => false;
    });
    await sheet.getByRole("button", { name: "Copiază codul 624 3477 33" }).tap();
    const toast = sheet.getByRole("alert");
    await toast.getByText("Codul nu s-a copiat").waitFor();
    await toast.getByRole("button", { name: "Închide mesajul" }).tap();
    await toast.waitFor({ state: "detached" });
  });

  test("[A11Y-1] axe finds nothing at a refused number, nor at a room that the person has left", async () => {
    await startAgain(ana);
    await openRoom(ana, 10_003);
    await ana.getByRole("button", { name: "Oferte" }).click();
    const dialog = ana.getByRole("dialog", { name: "Oferte" });
    await dialog.getByRole("searchbox").fill("99999");
    await dialog.getByRole("searchbox").press("Enter");
    await dialog.getByText("Numărul e greșit sau nu ai acces la oferta aceasta.").waitFor();
    expect(await axeFindings(ana)).toEqual([]);
    // The first Escape clears the field.
    for (const key of ["Escape", "Escape"]) await ana.keyboard.press(key);
    await dialog.waitFor({ state: "detached" });
    await openRoom(ana, 10_001);
    await openRoom(ana, 10_003);
    const left = ana.waitForResponse((answer) => answer.url().includes("/api/v1/leave/") && answer.ok());
    await leave(ana);
    await left;
    await ana.goBack();
    await composer(ana).waitFor();
    await ana.goBack();
    await ana.getByRole("heading", { name: "Ai ieșit din discuția aceasta" }).waitFor();
    expect(await axeFindings(ana)).toEqual([]);
  });
});
