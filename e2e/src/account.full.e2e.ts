import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { emptyPage } from "./spare-pages.ts";
import { accountDialog, openAccount, signedInWith } from "./own-account.ts";
import { fillSignIn, signedIn, startAgain } from "./people.ts";
import { startStage } from "./stage.ts";

const stage = await startStage({ FORGOTTEN_PASSWORD_TEXT_RO: "Sună la depozit, la 0722." });
const { product, browser } = stage;
const mihai = await signedIn(browser, product, "mihai");

describe("the person's account", () => {
  test.each(["light", "dark"] as const)("[ACC-1][A11Y-1] has no findings in the %s theme", async (colorScheme) => {
    await startAgain(mihai, { colorScheme });
    for (const viewport of [sizes.desk, sizes.phone]) {
      await mihai.setViewportSize(viewport);
      await openAccount(mihai);
      expect(await axeFindings(mihai)).toEqual([]);
      await accountDialog(mihai).getByRole("button", { name: "Schimbă parola" }).click();
      await accountDialog(mihai).getByText("Scrie parola actuală.").waitFor();
      await accountDialog(mihai).getByText("Scrie cel puțin 8 caractere.").waitFor();
      expect(await axeFindings(mihai)).toEqual([]);
      expect(await mihai.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("current-password");
      await mihai.keyboard.press("Escape");
      await accountDialog(mihai).waitFor({ state: "detached" });
    }
  });

  test("[ACC-3] signs out a device from another one, and it leaves at once", async () => {
    await startAgain(mihai);
    const other = await signedIn(browser, product, "mihai", {
      userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    });
    await openAccount(mihai);
    await accountDialog(mihai)
      .getByText(/^folosit azi, \d\d:\d\d$/)
      .first()
      .waitFor();
    await accountDialog(mihai).getByRole("button", { name: "Deconectează Firefox pe Windows" }).click();
    await accountDialog(mihai).getByText("Firefox pe Windows").waitFor({ state: "detached" });
    await other.getByLabel("Utilizator").waitFor();
    await accountDialog(mihai).getByText("acest dispozitiv", { exact: true }).waitFor();
  });

  test("[ACC-2][ACC-2a] a language applies on every device, whether signed in already or later", async () => {
    await startAgain(mihai);
    const phone = await signedIn(browser, product, "mihai", { viewport: sizes.phone });
    await openAccount(mihai);
    await accountDialog(mihai).getByRole("radio", { name: "English" }).press("Space");
    await accountDialog(mihai).getByText("Changes on all your devices.").waitFor();
    await phone.getByRole("button", { name: /^Your account,/ }).waitFor();
    const next = await signedInWith(stage, "mihai", "demo");
    await next.getByRole("button", { name: /^Your account,/ }).waitFor();
    // A language chosen on the sign-in page overrides the saved one.
    const chosen = await emptyPage(browser, product.address);
    await chosen.goto(`${product.address}/login`);
    await chosen.getByRole("radio", { name: "English" }).press("Space");
    await chosen.getByRole("radio", { name: "Română" }).press("Space");
    await fillSignIn(chosen, "mihai", "demo");
    await chosen.getByRole("button", { name: /^Contul tău,/ }).waitFor();
    await phone.getByRole("button", { name: /^Contul tău,/ }).waitFor();
    await accountDialog(mihai).getByText("Se schimbă pe toate dispozitivele tale.").waitFor();
  });
});

describe("before signing in", async () => {
  const page = await emptyPage(browser, product.address);

  test("[WEB-7][A11Y-1] explains what to do about a forgotten password, in the installation's words", async () => {
    await page.setViewportSize(sizes.phone);
    await page.goto(`${product.address}/login`);
    await page.getByText("Ai uitat parola?").press("Enter");
    await page.getByText("Sună la depozit, la 0722.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize(sizes.desk);
  });
});
