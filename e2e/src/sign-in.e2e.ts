import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { composer, fillSignIn, roomList, roomRow, signedIn, signOut } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

describe("signing in and out", async () => {
  const page = await (await freshProfile(browser)).newPage();
  // Signs out and removes stored choices, after leaving the app, which may still be storing.
  beforeEach(async () => {
    await page.goto(`${product.address}/favicon.svg`);
    await page.evaluate(() => localStorage.clear());
  });

  test("[SIGN-1a] reports a wrong password at its field, in Romanian", async () => {
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, "ana", "greșit");
    await page.getByRole("alert").getByText("Utilizator sau parolă greșită.").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    expect(await page.getByLabel("Utilizator").inputValue()).toBe("ana");
  });

  test("[GUARD-1] returns to the requested page after signing in", async () => {
    await page.goto(`${product.address}/view/oferta.10002?x=1`);
    await page.getByLabel("Utilizator").waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(new URL(page.url()).searchParams.get("from")).toContain("/view/oferta.10002");
    await fillSignIn(page, "ana", "demo");
    await composer(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/view/oferta.10002");
  });

  /** Ends the page's session from outside, as another device or an operator would. */
  async function endSession(ana: Page): Promise<void> {
    const token = await ana.evaluate(() => localStorage.getItem("token"));
    const answer = await fetch(`${product.address}/api/v1/logout`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(token)}` },
    });
    expect(answer.status).toBe(200);
  }

  test("[GUARD-3] a token that expires mid-session opens sign-in, then the same room again", async () => {
    const ana = await signedIn(browser, product, "ana");
    await roomRow(ana, 10_001).click();
    await composer(ana).waitFor();
    await endSession(ana);
    await ana.getByLabel("Utilizator").waitFor();
    expect(new URL(ana.url()).searchParams.get("from")).toBe("/view/oferta.10001");
    expect(await ana.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await fillSignIn(ana, "ana", "demo");
    await composer(ana).waitFor();
    expect(new URL(ana.url()).pathname).toBe("/view/oferta.10001");
  });

  test("[SIGN-2] signing out forgets the token and shows plain sign-in, in every tab", async () => {
    const ana = await signedIn(browser, product, "ana");
    const second = await ana.context().newPage();
    await second.goto(product.address);
    await roomList(second).waitFor();
    await signOut(ana);
    await ana.getByLabel("Utilizator").waitFor();
    expect(ana.url()).toBe(`${product.address}/login`);
    expect(await ana.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await second.getByLabel("Utilizator").waitFor();
  });
});
