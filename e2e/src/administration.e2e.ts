import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dialog, openAdministration, openPerson, row, signedInAsAdmin } from "./administering.ts";
import { freshProfile } from "./browser.ts";
import { fillSignIn, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const stage = await startStage();
const { product, browser } = stage;

/** Each call of those who manage accounts: who lacks the permission is refused whatever it names. */
const account = "/api/v1/admin/accounts/987654";
const calls: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["GET", "/api/v1/admin/accounts/1"],
  ["POST", "/api/v1/admin/accounts", { type: "agent", role: "Agent", name: "X", username: "x", access: "invitation" }],
  ["PUT", `${account}/name`, { name: "X", username: "x" }],
  ["PUT", `${account}/role`, { role: "Agent" }],
  ["PUT", `${account}/disabled`, { disabled: true }],
  ["POST", `${account}/access`, { kind: "invitation" }],
  ["POST", `${account}/sign-out`],
  ["GET", "/api/v1/admin/tokens"],
  ["POST", "/api/v1/admin/tokens", { username: "radu", program: "ERP" }],
  ["DELETE", "/api/v1/admin/tokens/987654"],
  ["GET", "/api/v1/admin/installation"],
  ["GET", "/api/v1/audit/1"],
];

/** Presses what asks before it acts, and answers. */
async function actAndConfirm(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole("button", { name }).click();
  await dialog(page).getByRole("group", { name }).getByRole("button", { name }).click();
}

describe("an administrator", () => {
  test("[ADM-7][ADM-2][ADM-3][ADM-4] makes a person who signs in, disables them, changes a role, makes a token, and the audit log has it all", async () => {
    const admin = await signedInAsAdmin(stage);
    await openAdministration(admin);
    await admin.getByRole("button", { name: "Persoană nouă" }).click();
    await dialog(admin).getByLabel("Nume", { exact: true }).fill("Oana Țîrlea");
    await dialog(admin).getByLabel("Nume de utilizator").fill("ANA");
    await dialog(admin).getByLabel("Fel").selectOption({ label: "Operator ERP" });
    await dialog(admin).getByRole("button", { name: "Creează contul" }).click();
    await dialog(admin).getByText("Numele de utilizator e luat.").waitFor();
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

  test("[ADM-7][ADM-7a][ADM-3a] may not shut themselves out by it, and is asked before what cannot be undone", async () => {
    const admin = await signedInAsAdmin(stage);
    await openAdministration(admin);
    await admin.getByLabel("Caută după nume sau utilizator").fill("admin");
    await row(admin, "Vlad").first().waitFor({ state: "detached" });
    await row(admin, "admin").first().getByRole("button").click();
    await dialog(admin)
      .getByText(/^Contul tău\. Rolul/)
      .waitFor();
    expect(await dialog(admin).getByRole("button", { name: "Dezactivează" }).count()).toBe(0);
    await dialog(admin).getByRole("button", { name: "Închide" }).click();
    await admin.getByLabel("Caută după nume sau utilizator").fill("mihai");
    await openPerson(admin, "Mihai");
    await dialog(admin).getByRole("button", { name: "Deconectează peste tot" }).click();
    await dialog(admin)
      .getByText(/^Toate autentificările persoanei se încheie/)
      .waitFor();
    await dialog(admin).getByRole("button", { name: "Renunță" }).click();
    const focused = () => admin.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Deconectează peste tot");
    await admin.context().close();
  });

  test("[ADM-7] is told what did not load, and it loads by itself once there is a network", async () => {
    const admin = await signedInAsAdmin(stage);
    await openAdministration(admin);
    await admin.route("**/api/v1/admin/installation", (route) => route.abort());
    await admin.getByText("Instalare").click();
    await admin.getByRole("heading", { name: "Nu s-a încărcat" }).waitFor();
    await admin.unroute("**/api/v1/admin/installation");
    await admin.getByText("Ultima copie de siguranță").waitFor();
    await admin.context().close();
  });
});

describe("an operator without users.manage", () => {
  test("[ADM-6][ADM-7] sees no entry and no page, and each call is refused", async () => {
    const radu = await signedIn(browser, product, "radu");
    await radu.getByRole("button", { name: /^Contul tău,/ }).click();
    await radu.getByRole("menuitem", { name: "Contul tău" }).waitFor();
    expect(await radu.getByRole("menuitem", { name: "Administrare" }).count()).toBe(0);
    await radu.goto(`${product.address}/admin`);
    await radu.getByRole("heading", { name: "Pagina asta nu e pe raft" }).waitFor();
    const answers = await radu.evaluate(async (asked) => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}`, "content-type": "application/json" };
      return await Promise.all(
        asked.map(async ([method, path, body]) => {
          const sent = body === undefined ? {} : { body: JSON.stringify(body) };
          const { authorization } = headers;
          const answer = await fetch(path, {
            method,
            headers: body === undefined ? { authorization } : headers,
            ...sent,
          });
          return [path, answer.status];
        }),
      );
    }, calls);
    expect(answers).toEqual(calls.map(([, path]) => [path, 403]));
  });
});
