import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { dialog, openAdministration, openPerson, row, section, signedInAsAdmin } from "./administering.ts";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { switchLanguage } from "./people.ts";
import { findSideways } from "./sideways.ts";
import { startStage } from "./stage.ts";

const stage = await startStage();
const { product } = stage;
const admin = await signedInAsAdmin(stage);

/** 1280 x 1024 at 400 % zoom. */
const zoomed = { width: 320, height: 256 } as const;
const searchField = (page: Page) => page.getByLabel("Caută după nume sau utilizator");
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

test.each([
  { colorScheme: "light", names: ["Programe", "Program de lucru", "Jurnal", "Instalare", "Oameni"] },
  { colorScheme: "dark", names: ["Programs", "Opening hours", "Audit", "Installation", "People"] },
] as const)(
  "[ADM-7][A11Y-1] axe finds nothing and nothing scrolls sideways in the $colorScheme theme, in the language of $names",
  async ({ colorScheme, names }) => {
    await admin.emulateMedia({ colorScheme });
    if (colorScheme === "dark") await switchLanguage(admin, "English");
    await admin.goto(`${product.address}/admin`);
    await row(admin, "Ana").first().waitFor();
    for (const viewport of [sizes.desk, sizes.tablet, sizes.phone, zoomed]) {
      await admin.setViewportSize(viewport);
      for (const name of names) {
        await section(admin, name).check();
        await admin.getByText(/^(Se încarcă…|Loading…)$/).waitFor({ state: "detached" });
        if (/^(Program de lucru|Opening hours)$/.test(name))
          await admin.getByRole("radio", { name: /^(După program|By opening hours)$/ }).check();
        expect(await axeFindings(admin)).toEqual([]);
        expect(await admin.evaluate(findSideways)).toEqual([]);
      }
      await row(admin, "Vlad").first().getByRole("button").click();
      await dialog(admin).waitFor();
      expect(await axeFindings(admin)).toEqual([]);
      expect(await admin.evaluate(findSideways)).toEqual([]);
      await admin.keyboard.press("Escape");
      await dialog(admin).waitFor({ state: "detached" });
    }
    await admin.setViewportSize(sizes.desk);
    await admin.emulateMedia({ colorScheme: "light" });
    await admin.goto(product.address);
    if (colorScheme === "dark") await switchLanguage(admin, "Română");
  },
);

test("[ADM-7] goes back to the conversations, and asks before signing out", async () => {
  await admin.goto(product.address);
  await openAdministration(admin);
  await admin.getByRole("link", { name: "Înapoi la discuții" }).click();
  await openAdministration(admin);
  await admin.getByRole("link", { name: "Ieșire din cont" }).click();
  await admin.waitForURL(`${product.address}/logout`);
});

test("[ADM-7a] the outcome of a change is focused and in view, and a further invitation is confirmed", async () => {
  await admin.setViewportSize(zoomed);
  await admin.goto(`${product.address}/admin`);
  await openPerson(admin, "Mia");
  const invitation = dialog(admin).getByRole("button", { name: "Link de invitație" });
  await invitation.click();
  await dialog(admin).locator("code").waitFor();
  await expect.poll(() => focusedText(admin)).toMatch(/^Linkul e bun o dată/u);
  const code = await dialog(admin).locator("code").boundingBox();
  expect(code?.y).toBeGreaterThan(0);
  expect(code?.y).toBeLessThan(zoomed.height);
  await admin.keyboard.press("Tab");
  expect(await focusedText(admin)).toBe("Copiază");
  await invitation.click();
  await dialog(admin).getByText("Linkul de invitație dat înainte nu mai e bun.").waitFor();
  await dialog(admin).getByRole("button", { name: "Renunță" }).click();
  await admin.context().setOffline(true);
  await dialog(admin).getByRole("button", { name: "Salvează numele" }).click();
  await dialog(admin).getByRole("alert").waitFor();
  await expect.poll(() => focusedText(admin)).toBe(await dialog(admin).getByRole("alert").innerText());
  await admin.context().setOffline(false);
  await admin.setViewportSize(sizes.desk);
});

test("[ADM-7c] an opened person stays open whatever the search finds", async () => {
  await admin.goto(product.address);
  await openAdministration(admin);
  const held = Promise.withResolvers<null>();
  await admin.route("**/api/v1/admin/accounts/1?search=nimeni", async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = admin.waitForRequest("**/api/v1/admin/accounts/1?search=nimeni");
  await searchField(admin).fill("nimeni");
  await asked;
  await openPerson(admin, "Mia");
  held.resolve(null);
  await admin.getByText("Nu s-a găsit nimeni.").waitFor();
  expect(await dialog(admin).getByRole("heading", { name: "Mia" }).count()).toBe(1);
});

test("[ADM-3] changing only the user name keeps a name that somebody else has just changed", async () => {
  await admin.goto(product.address);
  await openAdministration(admin);
  await openPerson(admin, "Mihai");
  const other = await apiAs(product, "admin");
  const { accounts } = await other.get<{ accounts: readonly { id: number }[] }>("admin/accounts/1?search=mihai");
  await other.put(`admin/accounts/${accounts[0]?.id}/name`, { name: "Mihai Nou" });
  await dialog(admin).getByLabel("Nume de utilizator").fill("mihai.nou");
  await dialog(admin).getByRole("button", { name: "Salvează numele" }).click();
  await dialog(admin).getByRole("heading", { name: "Mihai Nou" }).waitFor();
  await dialog(admin).getByText("mihai.nou ·").waitFor();
  const name = dialog(admin).getByLabel("Nume", { exact: true });
  expect(await name.inputValue()).toBe("Mihai Nou");
  // Phones add a trailing space. Once saved, the name must not count as edited.
  await name.fill("Mihai Altul ");
  await dialog(admin).getByRole("button", { name: "Salvează numele" }).click();
  await dialog(admin).getByRole("heading", { name: "Mihai Altul" }).waitFor();
  await other.put(`admin/accounts/${accounts[0]?.id}/name`, { name: "Mihai Iar" });
  await dialog(admin).getByLabel("Nume de utilizator").fill("mihai");
  await dialog(admin).getByRole("button", { name: "Salvează numele" }).click();
  await dialog(admin).getByRole("heading", { name: "Mihai Iar" }).waitFor();
  expect(await name.inputValue()).toBe("Mihai Iar");
});

test("[ADM-7] searches the audit log by user name and day, ignoring a year with too many digits", async () => {
  await admin.goto(product.address);
  await openAdministration(admin);
  await section(admin, "Jurnal").check();
  await admin.getByLabel("Persoana (nume de utilizator)").fill("nimeni");
  await admin.getByText("Nimic de arătat.").waitFor();
  await admin.getByLabel("Persoana (nume de utilizator)").fill("ADMIN");
  await row(admin, "Autentificare").first().waitFor();
  await admin.getByLabel("De la data").fill("12026-11-27");
  await row(admin, "Autentificare").first().waitFor();
  await admin.getByLabel("De la data").fill("2999-11-27");
  await admin.getByText("Nimic de arătat.").waitFor();
});
