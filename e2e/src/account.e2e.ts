import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { emptyPage } from "./spare-pages.ts";
import { fillSignIn, roomList, signedIn, startAgain } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ FORGOTTEN_PASSWORD_TEXT_RO: "Sună la depozit, la 0722." });
const mihai = await signedIn(browser, product, "mihai");

const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Contul tău|Your account)$/ });

async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Contul tău|Your account),/ }).click();
  await page.getByRole("menuitem", { name: /^(Contul tău|Your account)$/ }).click();
  await dialog(page)
    .getByText(/^(acest dispozitiv|this device)$/)
    .waitFor();
}

async function change(page: Page, current: string, next: string): Promise<void> {
  await dialog(page).getByLabel("Parola de acum").fill(current);
  await dialog(page).getByLabel("Parola nouă").fill(next);
  await dialog(page).getByRole("button", { name: "Schimbă parola" }).click();
}

/** Signs somebody in whose password is another than the demo's. */
async function signedInWith(username: string, password: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await emptyPage(browser, product.address, options);
  await page.goto(`${product.address}/login`);
  await fillSignIn(page, username, password);
  await roomList(page).getByRole("link").first().waitFor();
  return page;
}

describe("the own account", () => {
  test.each(["light", "dark"] as const)("[ACC-1][A11Y-1] has no findings in the %s theme", async (colorScheme) => {
    await startAgain(mihai, { colorScheme });
    for (const viewport of [sizes.desk, sizes.phone]) {
      await mihai.setViewportSize(viewport);
      await openAccount(mihai);
      expect(await axeFindings(mihai)).toEqual([]);
      await dialog(mihai).getByRole("button", { name: "Schimbă parola" }).click();
      await dialog(mihai).getByText("Scrie parola de acum.").waitFor();
      await dialog(mihai).getByText("Scrie cel puțin 8 caractere.").waitFor();
      expect(await axeFindings(mihai)).toEqual([]);
      expect(await mihai.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("current-password");
      await mihai.keyboard.press("Escape");
      await dialog(mihai).waitFor({ state: "detached" });
    }
  });

  test("[ACC-1][ACC-3] the password is changed with the present one, and the other devices are signed out", async () => {
    const desk = await signedIn(browser, product, "elena");
    const phone = await signedIn(browser, product, "elena", {
      viewport: sizes.phone,
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
    });
    await openAccount(desk);
    await dialog(desk).getByText("Safari pe iPhone").waitFor();
    await change(desk, "altceva", "ambreiaj nou");
    await dialog(desk).getByText("Parola de acum nu e asta.").waitFor();
    await expect.poll(() => desk.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("current-password");
    await change(desk, "demo", "scurt");
    await dialog(desk).getByText("Scrie cel puțin 8 caractere.").waitFor();
    await change(desk, "demo", "ambreiaj nou");
    await dialog(desk).getByText("Parola a fost schimbată.").waitFor();
    expect(await dialog(desk).getByLabel("Parola nouă").inputValue()).toBe("");
    await dialog(desk).getByText("Safari pe iPhone").waitFor({ state: "detached" });
    await phone.getByLabel("Utilizator").waitFor();
    await signedInWith("elena", "ambreiaj nou");
  });

  test("[ACC-3a] one device is signed out from another, which learns of it at once", async () => {
    await startAgain(mihai);
    const other = await signedIn(browser, product, "mihai", {
      userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    });
    await openAccount(mihai);
    await dialog(mihai)
      .getByText(/^folosit azi, \d\d:\d\d$/)
      .first()
      .waitFor();
    await dialog(mihai).getByRole("button", { name: "Deconectează Firefox pe Windows" }).click();
    await dialog(mihai).getByText("Firefox pe Windows").waitFor({ state: "detached" });
    await other.getByLabel("Utilizator").waitFor();
    await dialog(mihai).getByText("acest dispozitiv", { exact: true }).waitFor();
  });

  test("[ACC-2][ACC-2a] a language holds on every device: on those that are open, and where one signs in next", async () => {
    await startAgain(mihai);
    const phone = await signedIn(browser, product, "mihai", { viewport: sizes.phone });
    await openAccount(mihai);
    await dialog(mihai).getByRole("radio", { name: "English" }).press("Space");
    await dialog(mihai).getByText("Changes on all your devices.").waitFor();
    await phone.getByRole("button", { name: /^Your account,/ }).waitFor();
    const next = await signedInWith("mihai", "demo");
    await next.getByRole("button", { name: /^Your account,/ }).waitFor();
    // What is chosen on the sign-in page itself is later than what was saved.
    const chosen = await emptyPage(browser, product.address);
    await chosen.goto(`${product.address}/login`);
    await chosen.getByRole("radio", { name: "English" }).press("Space");
    await chosen.getByRole("radio", { name: "Română" }).press("Space");
    await fillSignIn(chosen, "mihai", "demo");
    await chosen.getByRole("button", { name: /^Contul tău,/ }).waitFor();
    await phone.getByRole("button", { name: /^Contul tău,/ }).waitFor();
    await dialog(mihai).getByText("Se schimbă pe toate dispozitivele tale.").waitFor();
  });

  test("[ACC-1a] without a network the change is refused at once", async () => {
    await startAgain(mihai);
    await openAccount(mihai);
    await mihai.context().setOffline(true);
    await mihai.getByText("Fără internet.").waitFor();
    await change(mihai, "demo", "ambreiaj nou");
    await dialog(mihai).getByRole("alert").getByText("Fără conexiune la server.").waitFor();
  });
});

describe("before signing in", async () => {
  const page = await emptyPage(browser, product.address);

  test("[ACC-4][A11Y-1] who forgot the password is told what to do, in the installation's words", async () => {
    await page.setViewportSize(sizes.phone);
    await page.goto(`${product.address}/login`);
    await page.getByText("Ai uitat parola?").press("Enter");
    await page.getByText("Sună la depozit, la 0722.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize(sizes.desk);
  });

  test("[SIGN-1b][WEB-6a] the ERP's people find their sign-in from the customers' refusal, and by the address they guess", async () => {
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, "radu", "demo");
    await page.getByRole("alert").getByRole("button", { name: "Autentificare ERP" }).click();
    await page.getByRole("heading", { name: "Autentificare ERP" }).waitFor();
    expect(await page.getByLabel("Utilizator").inputValue()).toBe("radu");
    const other = await emptyPage(browser, product.address);
    await other.goto(`${product.address}/erp/login`);
    await other.getByRole("heading", { name: "Autentificare ERP" }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/login");
  });
});
