import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile } from "./browser.ts";
import { composer, fillSignIn, roomList, roomRow, signedIn, signOut, switchLanguage } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

describe("signing in and out", async () => {
  const page = await (await freshProfile(browser)).newPage();
  const mihai = await signedIn(browser, product, "mihai");
  // Nobody is signed in there, and nothing has been chosen. The app is left first: it may still store something.
  beforeEach(async () => {
    await page.goto(`${product.address}/favicon.svg`);
    await page.evaluate(() => localStorage.clear());
  });

  test("[SIGN-1a] a wrong password is said where it happened, in Romanian", async () => {
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, "ana", "greșit");
    await page.getByRole("alert").getByText("Utilizator sau parolă greșită.").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    expect(await page.getByLabel("Utilizator").inputValue()).toBe("ana");
  });

  test("[SIGN-1a] a wrong password is said where it happened, in English", async () => {
    await page.goto(`${product.address}/login`);
    await page.getByRole("radio", { name: "English" }).click();
    await fillSignIn(page, "ana", "wrong");
    await page.getByRole("alert").getByText("Wrong username or password.").waitFor();
  });

  test("[AUTH-1a] the wrong realm answers like a wrong password", async () => {
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, "radu", "demo");
    await page.getByRole("alert").getByText("Utilizator sau parolă greșită.").waitFor();
  });

  test("[SIGN-1] empty fields are named before anything is sent", async () => {
    await page.goto(`${product.address}/login`);
    await page.getByRole("button", { name: "Intră în cont" }).click();
    await page.getByText("Scrie numele de utilizator.").waitFor();
    await page.getByText("Scrie parola.").waitFor();
  });

  test("[WEB-6] the ERP sign-in is one click away and remembered", async () => {
    await page.goto(`${product.address}/login`);
    await page.getByRole("button", { name: /Lucrezi în ERP/ }).click();
    await page.getByRole("heading", { name: "Autentificare ERP" }).waitFor();
    await page.goto(`${product.address}/login`);
    await page.getByRole("heading", { name: "Autentificare ERP" }).waitFor();
    await fillSignIn(page, "radu", "demo");
    await roomRow(page, 10_001).waitFor();
  });

  test("[GUARD-1] the page that was asked for comes back after signing in", async () => {
    await page.goto(`${product.address}/view/oferta.10002?x=1`);
    await page.getByLabel("Utilizator").waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    expect(new URL(page.url()).searchParams.get("from")).toContain("/view/oferta.10002");
    await fillSignIn(page, "ana", "demo");
    await composer(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/view/oferta.10002");
  });

  test.each([
    "//example.org",
    "/\\example.org",
    "https://example.org/",
    "javascript:document.title='x'",
    "/unknown",
    "/%2f/example.org",
  ])("[WEB-2] %s as `from` leads home", async (from) => {
    await page.goto(`${product.address}/login?from=${encodeURIComponent(from)}`);
    await fillSignIn(page, "ana", "demo");
    await roomRow(page, 10_001).waitFor();
    expect(page.url()).toBe(`${product.address}/`);
  });

  test("[GUARD-2] somebody who is signed in and opens the sign-in page is taken home", async () => {
    await mihai.goto(`${product.address}/login`);
    await roomRow(mihai, 10_005).waitFor();
    expect(new URL(mihai.url()).pathname).toBe("/");
  });

  /** Ends the page's session behind its back, as another device or an operator does. */
  async function endSession(ana: Page): Promise<void> {
    const token = await ana.evaluate(() => localStorage.getItem("token"));
    const answer = await fetch(`${product.address}/api/v1/logout`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(token)}` },
    });
    expect(answer.status).toBe(200);
  }

  test("[GUARD-3] a token that dies in mid-session leads to sign-in and back to the same room", async () => {
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

  test("[GUARD-3] a 401 to any call leads to sign-in, also without a live connection", async () => {
    const profile = await freshProfile(browser);
    await profile.routeWebSocket(/\/app\//, (socket) => socket.close());
    const ana = await profile.newPage();
    await ana.goto(`${product.address}/login`);
    await fillSignIn(ana, "ana", "demo");
    await roomRow(ana, 10_001).click();
    await composer(ana).fill("Trimis prea târziu");
    // What the page asks by itself would meet the 401 before the key is pressed.
    const others = /\/api\/v1\/(?!publish)/u;
    await ana.route(others, (route) => route.abort());
    await endSession(ana);
    await composer(ana).press("Enter");
    await ana.getByLabel("Utilizator").waitFor();
    expect(new URL(ana.url()).searchParams.get("from")).toBe("/view/oferta.10001");
    expect(await ana.evaluate(() => localStorage.getItem("token"))).toBeNull();
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

  test("[GUARD-4] an unknown path shows the not-found page, signed in or not", async () => {
    for (const path of ["/nu/exista", "/view/%E0%A4%A"]) {
      await page.goto(product.address + path);
      await page.getByRole("heading", { name: "Pagina asta nu e pe raft" }).waitFor();
    }
    await mihai.goto(`${product.address}/nu-exista`);
    await mihai.getByRole("heading", { name: "Pagina asta nu e pe raft" }).waitFor();
  });

  test("[WEB-7][WEB-7a] the sign-in page leads to registering; both say who makes accounts, in both languages, and where one was going is kept", async () => {
    const [romanian, english] = [/^Contul ți-l face cine se ocupă/, /^Whoever handles your offers makes your account/];
    await page.goto(`${product.address}/view/oferta.10002`);
    await page.getByText(romanian).waitFor();
    await page.getByRole("link", { name: "Înregistrare" }).click();
    await page.getByRole("heading", { name: "Înregistrare" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/register");
    await page.getByText(romanian).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("radio", { name: "English" }).click();
    await page.getByText(english).waitFor();
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await page.getByText(english).waitFor();
    await fillSignIn(page, "ana", "demo");
    await composer(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/view/oferta.10002");
    await switchLanguage(page, "Română");
  });

  test("[WEB-10] the pages outside the conversations name themselves and take the focus to their heading", async () => {
    const expectNamed = async (shown: Page, name: string): Promise<void> => {
      await shown.getByRole("heading", { name, level: 1 }).waitFor();
      await expect.poll(async () => (await shown.title()).replace(/^\(\d+\) /, "")).toBe(`${name} · Cuplaj`);
      await expect.poll(() => shown.evaluate(() => document.activeElement?.textContent)).toBe(name);
    };
    await page.goto(`${product.address}/login`);
    await expectNamed(page, "Autentificare");
    await page.getByRole("link", { name: "Înregistrare" }).press("Enter");
    await expectNamed(page, "Înregistrare");
    await page.goBack();
    await expectNamed(page, "Autentificare");
    await page.goto(`${product.address}/nimic`);
    await expectNamed(page, "Pagina asta nu e pe raft");
    await mihai.goto(`${product.address}/logout`);
    await expectNamed(mihai, "Ieși din cont?");
  });

  test("[WEB-10a] home takes the focus to its heading after another screen, and leaves it alone where the page begins", async () => {
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, "ana", "demo");
    await roomRow(page, 10_001).waitFor();
    await expect.poll(focused).toBe("H1");
    await page.reload();
    await roomRow(page, 10_001).waitFor();
    expect(await focused()).toBe("BODY");
    await page.goto(`${product.address}/logout`);
    await page.getByRole("button", { name: "Rămân" }).press("Enter");
    await roomRow(page, 10_001).waitFor();
    await expect.poll(focused).toBe("H1");
  });

  test("[RUN-9b] a demo account signs in with one click", async () => {
    await page.goto(`${product.address}/login`);
    await page.getByRole("button", { name: /mia/ }).click();
    await roomRow(page, 10_001).waitFor();
  });

  test("[ROOM-4] a room that one may not know of says so without telling more", async () => {
    await mihai.goto(`${product.address}/view/oferta.10001`);
    await mihai.getByText("Nu găsim discuția", { exact: true }).waitFor();
    await mihai.goto(`${product.address}/join/10001`);
    await mihai
      .getByText(/Nu găsim discuția/)
      .first()
      .waitFor();
    expect(new URL(mihai.url()).pathname).not.toBe("/login");
  });
});
