import { beforeEach, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile } from "./browser.ts";
import { composer, fillSignIn, roomRow, signedIn, switchLanguage } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

describe("screens without conversations", async () => {
  const page = await (await freshProfile(browser)).newPage();
  const mihai = await signedIn(browser, product, "mihai");
  // Signs out and removes stored choices, after leaving the app, which may still be storing.
  beforeEach(async () => {
    await page.goto(`${product.address}/favicon.svg`);
    await page.evaluate(() => localStorage.clear());
  });

  test("[GUARD-4] an unknown path shows the not-found page, signed in or not", async () => {
    for (const path of ["/nu/exista", "/view/%E0%A4%A"]) {
      await page.goto(product.address + path);
      await page.getByRole("heading", { name: "Pagina asta nu e pe raft" }).waitFor();
    }
    await mihai.goto(`${product.address}/nu-exista`);
    await mihai.getByRole("heading", { name: "Pagina asta nu e pe raft" }).waitFor();
  });

  test("[WEB-7] sign-in links to registering; both explain who adds accounts, in both languages, and keep the destination", async () => {
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

  test("[WEB-10] home focuses its heading after another screen, but not on page load", async () => {
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
});
