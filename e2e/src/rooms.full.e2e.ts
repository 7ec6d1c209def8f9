import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { leave } from "./leaving-rooms.ts";
import { bubbles, composer, openRoom, roomRow, say, signedIn } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

describe("leaving, joining and looking into rooms", () => {
  test("[ROOM-10][ROOM-10a] a leave that does not reach the server brings the room back and says so; on another device there is no alarm", async () => {
    const vlad = await signedIn(browser, product, "vlad");
    const desk = await signedIn(browser, product, "vlad");
    await openRoom(vlad, 10_005);
    await openRoom(desk, 10_005);
    await vlad.context().route("**/api/v1/leave/**", (route) => route.abort("internetdisconnected"));
    await leave(vlad);
    await vlad.getByRole("alert").getByText("Nu ai ieșit din „Oferta 10005”").waitFor();
    await roomRow(vlad, 10_005).waitFor();
    await vlad.context().unrouteAll();
    await roomRow(vlad, 10_005).click();
    await composer(vlad).waitFor();
    await leave(vlad);
    await desk.getByRole("status").getByText("Ai ieșit din „Oferta 10005”.").waitFor();
    expect(await roomRow(desk, 10_005).count()).toBe(0);
    expect(await desk.getByRole("alert").count()).toBe(0);
  });

  test("[ROOM-11][SEND-5d] back at a room that one has left one is told so, joins, and sends what was refused meanwhile", async () => {
    const ana = await signedIn(browser, product, "ana");
    await openRoom(ana, 10_003);
    const body = JSON.stringify({ message: "x", code: "not_found", request_id: "x" });
    const refusal = { status: 404, contentType: "application/json", body };
    await ana.route("**/api/v1/publish/**", (route) => route.fulfill(refusal), { times: 1 });
    await say(ana, "Ajunge mâine?");
    const failed = bubbles(ana, "Ajunge mâine?");
    await failed.getByRole("button", { name: "Retrimite" }).waitFor();
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
    await ana.getByRole("button", { name: "Intră în discuție" }).click();
    await failed.getByText("Nu erai în discuție când a plecat.").waitFor();
    await failed.getByRole("button", { name: "Retrimite" }).click();
    await failed.getByText(/^(?:Trimis|Citit)/).waitFor();
  });

  test("[VISIT-1][ROOM-2c] in a room with more than 50 members too a visitor sees that they only look, and joins", async () => {
    await inDatabase(product, (client) =>
      client.query(`with crowd as (
         insert into participants (kind, name, username, password_hash)
         select 'agent', 'Agent ' || n, 'agent' || n, '' from generate_series(1, 60) n returning id
       ) insert into memberships (room_id, participant_id) select rooms.id, crowd.id from rooms, crowd where offer_id = 10006`),
    );
    const admin = await signedInAdmin();
    await admin.goto(`${product.address}/view/10006`);
    await admin.getByText("Doar privești discuția").waitFor();
    expect(await composer(admin).count()).toBe(0);
    await admin.getByRole("button", { name: "Opțiunile discuției" }).click();
    await admin.getByRole("menu").waitFor();
    expect(await admin.getByRole("menuitem", { name: "Ieși din discuție" }).count()).toBe(0);
    await admin.keyboard.press("Escape");
    await admin.getByRole("button", { name: "Intră în discuție" }).click();
    await composer(admin).waitFor();
    await say(admin, "Am intrat și eu");
    await bubbles(admin, "Am intrat și eu").waitFor();
  });

  async function signedInAdmin(): Promise<Page> {
    const page = await (await browser.newContext({ locale: "ro-RO", viewport: sizes.desk })).newPage();
    await page.goto(`${product.address}/login?erp=1`);
    await page.getByLabel("Utilizator").fill("admin");
    await page.getByLabel("Parolă", { exact: true }).fill("demo");
    await page.getByRole("button", { name: "Intră în cont" }).click();
    await page.getByRole("button", { name: "Oferte" }).waitFor();
    return page;
  }

  test("[ROOM-9a] a wrong number is said in the dialog, with number and room kept, and a right one opens", async () => {
    const ana = await signedIn(browser, product, "ana");
    await openRoom(ana, 10_001);
    await ana.getByRole("button", { name: "Oferte" }).click();
    const dialog = ana.getByRole("dialog", { name: "Deschide o ofertă" });
    await dialog.getByRole("textbox").fill("99999");
    await dialog.getByRole("textbox").press("Enter");
    await dialog.getByText("Numărul e greșit sau nu ai acces la oferta aceasta.").waitFor();
    expect(await dialog.getByRole("textbox").inputValue()).toBe("99999");
    expect(new URL(ana.url()).pathname).toBe("/view/oferta.10001");
    expect(await axeFindings(ana)).toEqual([]);
    await dialog.getByRole("textbox").fill("10004");
    await dialog.getByRole("textbox").press("Enter");
    await ana.getByRole("heading", { name: "Oferta 10004" }).first().waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(ana.url()).pathname).toBe("/view/oferta.10004");
  });

  /** Ana with an offer's sheet open on a phone, and the button of a code in it. */
  async function inSheet() {
    const ana = await signedIn(browser, product, "ana", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await openRoom(ana, 10_001);
    await ana.getByRole("button", { name: "Arată oferta" }).tap();
    const sheet = ana.getByRole("dialog", { name: "Oferta 10001" });
    const copy = sheet.getByRole("button", { name: "Copiază codul 624 3477 33" });
    return { ana, sheet, copy };
  }

  test("[OFF-4] a code that was copied is told at its button, in the sheet too", async () => {
    const { ana, sheet, copy } = await inSheet();
    await ana.context().grantPermissions(["clipboard-write"]);
    await copy.tap();
    await sheet.getByText("Cod copiat: 624 3477 33").waitFor();
    await sheet.getByText("Cod copiat: 624 3477 33").waitFor({ state: "detached" });
  });

  test("[TOAST-2] a toast that is raised over the sheet stands above it and can be pressed", async () => {
    const { ana, sheet, copy } = await inSheet();
    await ana.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
      document.execCommand = () => false;
    });
    await copy.tap();
    const toast = sheet.getByRole("alert");
    await toast.getByText("Codul nu s-a copiat").waitFor();
    await toast.getByRole("button", { name: "Închide mesajul" }).tap();
    await toast.waitFor({ state: "detached" });
  });

  test("[LIST-4][LOOK-23a] a phone's menu offers neither to hide the list nor the keys, a desk's does", async () => {
    const hide = (page: Page) => page.getByRole("menuitem", { name: "Ascunde lista de discuții" });
    const keys = (page: Page) => page.getByRole("menuitem", { name: "Taste rapide" });
    for (const [options, count] of [
      [{ viewport: sizes.phone, hasTouch: true, isMobile: true }, 0],
      [{ viewport: sizes.desk }, 1],
    ] as const) {
      const ana = await signedIn(browser, product, "ana", options);
      await ana.getByRole("button", { name: /^Contul tău,/ }).click();
      await ana.getByRole("menu").waitFor();
      expect([await hide(ana).count(), await keys(ana).count()]).toEqual([count, count]);
    }
  });
});
