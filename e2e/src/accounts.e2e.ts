import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dialog, openAdministration, openPerson, row, signedInAsAdmin } from "./administering.ts";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, sizes } from "./browser.ts";
import { accountDialog, openAccount, signedInWith } from "./own-account.ts";
import { fillSignIn, roomList, signedIn } from "./people.ts";
import { runCuplaj } from "./run-cuplaj.ts";
import { startStage } from "./stage.ts";

const stage = await startStage();
const { product, browser } = stage;

describe("the person's account", () => {
  async function change(page: Page, current: string, next: string): Promise<void> {
    await accountDialog(page).getByLabel("Parola actuală").fill(current);
    await accountDialog(page).getByLabel("Parola nouă").fill(next);
    await accountDialog(page).getByRole("button", { name: "Schimbă parola" }).click();
  }

  test("[ACC-1][ACC-3] changes the password with the current one, and signs out the other devices", async () => {
    const desk = await signedIn(browser, product, "elena");
    const phone = await signedIn(browser, product, "elena", {
      viewport: sizes.phone,
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
    });
    await openAccount(desk);
    await accountDialog(desk).getByText("Safari pe iPhone").waitFor();
    await change(desk, "altceva", "ambreiaj nou");
    await accountDialog(desk).getByText("Parola actuală nu e corectă.").waitFor();
    await expect.poll(() => desk.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("current-password");
    await change(desk, "demo", "scurt");
    await accountDialog(desk).getByText("Scrie cel puțin 8 caractere.").waitFor();
    await change(desk, "demo", "ambreiaj nou");
    await accountDialog(desk).getByText("Parola a fost schimbată.").waitFor();
    expect(await accountDialog(desk).getByLabel("Parola nouă").inputValue()).toBe("");
    await accountDialog(desk).getByText("Safari pe iPhone").waitFor({ state: "detached" });
    await phone.getByLabel("Utilizator").waitFor();
    await signedInWith(stage, "elena", "ambreiaj nou");
  });
});

describe("an invitation", () => {
  const choose = async (page: Page, password: string): Promise<void> => {
    await page.getByLabel("Parola nouă").fill(password);
    await page.getByRole("button", { name: "Intră în cont" }).click();
  };

  test("[SIGN-4][USR-5b] opens a screen to choose a password, which signs in", async () => {
    const link = await runCuplaj(product, ["user", "invite", "vlad"]);
    const asked: string[] = [];
    const page = await (await freshProfile(browser, { viewport: sizes.phone })).newPage();
    page.on("request", (request) => void asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
    await page.goto(link);
    await page.getByRole("heading", { name: "Alege-ți parola" }).waitFor();
    const token = link.split("#")[1] ?? "none";
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/invite");
    expect(await axeFindings(page)).toEqual([]);
    await choose(page, "scurt");
    await page.getByText("Scrie cel puțin 8 caractere.").waitFor();
    await choose(page, "o parolă aleasă");
    await roomList(page).getByRole("link").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(asked.filter((line) => line.includes(token))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(token);
    await page.context().close();

    const again = await (await freshProfile(browser)).newPage();
    await again.goto(link);
    await again.getByText("Invitația nu mai e valabilă.").waitFor();
    await again.goto(`${product.address}/invite`);
    await again.getByText("Invitația nu mai e valabilă.").waitFor();
  });
});

describe("an administrator", () => {
  async function actAndConfirm(page: Page, name: string): Promise<void> {
    await dialog(page).getByRole("button", { name }).click();
    await dialog(page).getByRole("group", { name }).getByRole("button", { name }).click();
  }

  test("[ADM-7][ADM-2][ADM-3][ADM-4] adds a person who signs in, disables them, changes a role, adds a token, and finds it all in the audit log", async () => {
    const admin = await signedInAsAdmin(stage);
    await openAdministration(admin);
    await admin.getByRole("button", { name: "Persoană nouă" }).click();
    await dialog(admin).getByLabel("Nume", { exact: true }).fill("Oana Țîrlea");
    await dialog(admin).getByLabel("Nume de utilizator").fill("ANA");
    await dialog(admin).getByLabel("Tip de cont").selectOption({ label: "Operator ERP" });
    await dialog(admin).getByRole("button", { name: "Creează contul" }).click();
    await dialog(admin).getByText("Numele de utilizator e deja folosit.").waitFor();
    await dialog(admin).getByLabel("Nume de utilizator").fill("oana");
    await dialog(admin).getByRole("button", { name: "Creează contul" }).click();
    await dialog(admin).getByText("Contul e creat.").waitFor();
    const link = await dialog(admin).locator("code").innerText();
    expect(link).toMatch(/\/invite#[\w-]{43}$/u);
    await dialog(admin).getByRole("button", { name: "Închide" }).first().click();

    const oana = await (await freshProfile(browser)).newPage();
    await oana.goto(link);
    await oana.getByLabel("Parola nouă").fill("o parolă aleasă");
    await oana.getByRole("button", { name: "Intră în cont" }).click();
    await oana.getByRole("button", { name: /^Contul tău, Oana/ }).waitFor();

    await admin.getByLabel("Caută după nume sau utilizator").fill("tirlea");
    await row(admin, "Oana Țîrlea").waitFor();
    await openPerson(admin, "Oana Țîrlea");
    await dialog(admin).getByLabel("Rol").selectOption({ label: "Administrator" });
    await dialog(admin).getByRole("button", { name: "Schimbă rolul" }).click();
    await dialog(admin).getByText("Rolul e schimbat.").waitFor();
    await oana.getByRole("button", { name: /^Contul tău, Oana/ }).click();
    await oana.getByRole("menuitem", { name: "Administrare" }).waitFor();
    await oana.keyboard.press("Escape");

    await actAndConfirm(admin, "Dezactivează");
    await dialog(admin).getByText("Contul e dezactivat.").waitFor();
    await oana.getByLabel("Utilizator").waitFor();
    await fillSignIn(oana, "oana", "o parolă aleasă");
    await oana.getByRole("alert").first().waitFor();
    await dialog(admin).getByRole("button", { name: "Închide" }).click();

    await admin.getByText("Programe").click();
    await admin.getByRole("button", { name: "Token nou" }).click();
    await dialog(admin).getByLabel("Cum se numește programul").fill("ERP nou");
    await dialog(admin).getByLabel("Contul (nume de utilizator)").fill("radu");
    await dialog(admin).getByRole("button", { name: "Creează tokenul" }).click();
    const token = await dialog(admin).locator("code").innerText();
    const asProgram = { authorization: `Bearer ${token}` };
    expect((await fetch(`${product.address}/api/v1/me`, { headers: asProgram })).status).toBe(200);
    await dialog(admin).getByRole("button", { name: "Închide" }).first().click();
    await admin.getByRole("button", { name: "Încheie tokenul ERP nou" }).click();
    await row(admin, "ERP nou").getByRole("group").getByRole("button", { name: "Încheie" }).click();
    await admin.getByText("Niciun program nu are token.").waitFor();
    expect((await fetch(`${product.address}/api/v1/me`, { headers: asProgram })).status).toBe(401);

    await admin.getByText("Jurnal").click();
    for (const kind of ["Cont creat Operator", "Invitație făcută", "Rol schimbat Admin", "Cont dezactivat"])
      await row(admin, kind).filter({ hasText: "Oana Țîrlea" }).first().waitFor();
    for (const kind of ["Token de program făcut", "Token de program încheiat"])
      await row(admin, kind).first().waitFor();
    await admin.getByLabel("Ce s-a întâmplat").selectOption({ label: "Cont dezactivat" });
    await row(admin, "Cont creat").first().waitFor({ state: "detached" });
    await row(admin, "Cont dezactivat").getByRole("button", { name: "Oana Țîrlea" }).click();
    await admin.getByText("Doar Oana Țîrlea").waitFor();

    await admin.getByText("Instalare").click();
    await admin.getByText("Ultima copie de siguranță").waitFor();
    for (const page of [admin, oana]) await page.context().close();
  });
});
