import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile } from "./browser.ts";
import { composer, fillSignIn, roomList, signedIn } from "./people.ts";
import { runCuplaj } from "./run-cuplaj.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const invite = (username: string): Promise<string> => runCuplaj(product, ["user", "invite", username]);
const choose = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel("Parola nouă").fill(password);
  await page.getByRole("button", { name: "Intră în cont" }).click();
};

describe("an invitation", () => {
  test("[SIGN-4] works while somebody else is signed in, and signs them out", async () => {
    const page = await signedIn(browser, product, "ana");
    await page.goto(await invite("mihai"));
    await choose(page, "o parolă aleasă");
    await page.getByRole("button", { name: /^Contul tău, Mihai/ }).waitFor();
  });
});

describe("a temporary password", () => {
  test("[SIGN-6] shows only one screen until another password is chosen, also after a reload", async () => {
    const password = await runCuplaj(product, ["user", "password", "--username", "mia", "--temporary"]);
    const page = await (await freshProfile(browser)).newPage();
    await page.goto(`${product.address}/login`);
    await fillSignIn(page, "mia", password);
    const heading = page.getByRole("heading", { name: "Alege-ți parola" });
    await heading.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${product.address}/view/oferta.10001`);
    await heading.waitFor();
    await page.getByLabel("Parola actuală").fill(password);
    await page.getByLabel("Parola nouă").fill("una a mea");
    await page.getByRole("button", { name: "Schimbă parola" }).click();
    await roomList(page).getByRole("link").first().waitFor();
    await composer(page).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
