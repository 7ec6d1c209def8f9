import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { fillSignIn } from "./people.ts";
import { runCuplaj } from "./run-cuplaj.ts";
import { codeField, codeOf, heading, isFocused, isHome, openSignIn, press, setUp } from "./second-factor.ts";
import { startStage } from "./stage.ts";

const stage = await startStage({ TWO_FACTOR: "staff" });
const { product } = stage;

/** Lets the server carry out the request, but drops the response. */
async function pressLosingAnswer(page: Page, name: string): Promise<void> {
  const path = "**/api/v1/me/two-factor{,/recovery}";
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, name);
  await page.getByText("Serverul nu a răspuns.").first().waitFor();
  await page.unroute(path);
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Contul tău,/ }).click();
  await page.getByRole("menuitem", { name: "Contul tău" }).click();
}

describe("a second factor", () => {
  test("[ACC-5][SIGN-6b] is changed in the account with password and code, and reset by the operator", async () => {
    const page = await openSignIn(stage);
    await fillSignIn(page, "vlad", "demo");
    const { key } = await setUp(page);
    await press(page, "Le-am păstrat");
    await isHome(page);
    await openAccount(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Mai ai 10 coduri de rezervă.").waitFor();
    await dialog.getByRole("button", { name: "Mută pe alt telefon" }).click();
    await dialog.getByRole("button", { name: "Mai departe" }).click();
    await dialog.getByText("Scrie parola.", { exact: true }).waitFor();
    const proof = dialog.getByLabel("Parola ta");
    expect(await isFocused(proof)).toBe(true);
    await proof.fill("demo");
    await proof.press("Enter");
    await dialog.getByText("Scrie codul.").waitFor();
    expect(await isFocused(dialog.getByLabel("Cod din aplicație sau de rezervă"))).toBe(true);
    await dialog.getByLabel("Cod din aplicație sau de rezervă").fill(codeOf(key, 0));
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Mai departe" }).click();
    await dialog.getByRole("img", { name: "Cod QR pentru aplicația de coduri" }).waitFor();
    expect(await isFocused(dialog.getByRole("heading", { name: "Mută pe alt telefon" }))).toBe(true);
    const moved = await dialog.locator("code").innerText();
    expect(moved).not.toBe(key);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel("Codul din aplicație").fill(codeOf(moved, 0));
    await dialog.getByRole("button", { name: "Confirmă codul" }).click();
    // Escape, back and an unexpected reload leave the codes on screen.
    await heading(page, "Codurile tale de rezervă").waitFor();
    await page.keyboard.press("Escape");
    await page.goBack();
    expect(await page.getByRole("listitem").count()).toBe(10);
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => void requestAnimationFrame(() => location.reload()));
    expect((await asked).type()).toBe("beforeunload");
    await (await asked).dismiss();
    expect(await page.getByRole("listitem").count()).toBe(10);
    await press(page, "Le-am păstrat");
    await page.goto(product.address);
    await isHome(page);
    await openAccount(page);
    await dialog.getByText("Mai ai 10 coduri de rezervă.").waitFor();
    expect(await runCuplaj(product, ["user", "list"])).toMatch(/vlad .* yes/u);
    expect(await runCuplaj(product, ["user", "reset-two-factor", "--username", "vlad"])).toContain("Removed");
    await page.getByLabel("Utilizator").waitFor();
    await page.getByRole("radio", { name: "English" }).click();
    await fillSignIn(page, "vlad", "demo");
    await page.getByRole("heading", { name: "Set up the code on your phone" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  test("[SIGN-6g][TFA-1b] shows codes on a retry after a lost response, with one key in two tabs", async () => {
    const page = await openSignIn(stage, {}, "/login?erp=1");
    await fillSignIn(page, "radu", "demo");
    await heading(page, "Pregătește codul din telefon").waitFor();
    const key = await page.locator("code").innerText();
    const other = await page.context().newPage();
    await other.goto(product.address);
    expect(await other.locator("code").innerText()).toBe(key);
    await other.close();
    await codeField(page).fill(codeOf(key, 0));
    await pressLosingAnswer(page, "Confirmă codul");
    await press(page, "Confirmă codul");
    await heading(page, "Codurile tale de rezervă").waitFor();
    const spare = await page.getByRole("listitem").first().innerText();
    await press(page, "Le-am păstrat");
    await isHome(page);
    await openAccount(page);
    await press(page, "Coduri de rezervă noi");
    await page.getByLabel("Parola ta").fill("demo");
    await page.getByLabel("Cod din aplicație sau de rezervă").fill(spare);
    await pressLosingAnswer(page, "Mai departe");
    await press(page, "Mai departe");
    await heading(page, "Codurile tale de rezervă").waitFor();
    expect(await page.getByRole("listitem").count()).toBe(10);
    expect(await page.getByText(spare).count()).toBe(0);
  });
});
