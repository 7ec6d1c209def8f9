import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { offerTextCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { freshProfile } from "./browser.ts";
import { brokenOut, expectHarmless, packed, payloads, watch } from "./hostile-payloads.ts";
import { fillSignIn } from "./people.ts";
import { runCuplaj } from "./run-cuplaj.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });
/** Names have the same limit as offer texts. */
const names = packed(offerTextCharactersMax);

describe("hostile texts in administration", () => {
  let folder: string;
  let admin: Page;
  let caught: readonly string[] = [];
  const dialog = () => admin.getByRole("dialog");
  const list = () => admin.getByRole("main");
  const close = () => dialog().getByRole("button", { name: "Închide" }).first().click();
  const openSection = (name: string) => admin.getByText(name, { exact: true }).first().click();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cuplaj-admin-"));
    const people = join(folder, "people.csv");
    const rows = names.map((name, at) => `angajat${at},"${name.replaceAll('"', '""')}",erp`);
    await writeFile(people, ["username,name,kind", ...rows].join("\n"));
    await runCuplaj(product, ["user", "import", people, "--invitations", join(folder, "links.csv")]);
    admin = await (await freshProfile(browser, { viewport: { width: 1440, height: 9000 } })).newPage();
    caught = watch([product.address], admin);
    await admin.goto(`${product.address}/login?erp=1`);
    await fillSignIn(admin, "admin", "demo");
    await admin.getByRole("button", { name: /^Contul tău,/ }).waitFor();
    await admin.goto(`${product.address}/admin`);
    await admin.getByRole("heading", { name: "Administrare" }).waitFor();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("[SEC-13g] shows people's names as text in the list, in dialogs and in the name field", async () => {
    const search = admin.getByLabel("Caută după nume sau utilizator");
    await search.fill("angajat");
    await expectHarmless(list(), names);
    for (const [at, name] of names.entries()) {
      await search.fill(`angajat${at}`);
      await admin
        .getByRole("listitem")
        .filter({ hasText: `angajat${at}` })
        .getByRole("button")
        .click();
      await expectHarmless(dialog(), [name]);
      const next = names[(at + 1) % names.length] ?? "";
      await dialog().getByLabel("Nume", { exact: true }).fill(next);
      await dialog().getByRole("button", { name: "Salvează numele" }).click();
      await dialog().getByText("Numele e schimbat.").waitFor();
      await expectHarmless(dialog(), [next]);
      await close();
    }
    for (const payload of payloads) {
      await search.fill(`${payload} al nimănui`);
      await admin.getByText("Încearcă o parte din nume").waitFor();
      await expectHarmless(list(), [payload]);
    }
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows a new person's fields as text, also in a refusal", async () => {
    await admin.getByRole("button", { name: "Persoană nouă" }).click();
    for (const payload of payloads) {
      await dialog().getByLabel("Nume", { exact: true }).fill(payload);
      await dialog().getByLabel("Nume de utilizator").fill(payload);
      await dialog().getByRole("button", { name: "Creează contul" }).click();
      await dialog().getByText("Doar litere, cifre și").waitFor();
      await expectHarmless(dialog(), [payload]);
    }
    await close();
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows programs' names as text in the list and questions, and in a new token's fields", async () => {
    const own = await apiAs(product, "admin");
    for (const program of names) await own.post("admin/tokens", { username: "radu", program });
    await openSection("Programe");
    await expectHarmless(list(), names);
    for (const program of names) {
      await admin.getByRole("button", { name: `Încheie tokenul ${program}`, exact: true }).click();
      await admin.getByText("Programul nu mai poate folosi tokenul.").waitFor();
      expect(await brokenOut(admin)).toEqual([]);
      await admin.getByRole("button", { name: "Renunță" }).click();
    }
    await admin.getByRole("button", { name: "Token nou" }).click();
    for (const payload of payloads) {
      await dialog().getByLabel("Cum se numește programul").fill(payload);
      await dialog().getByLabel("Contul (nume de utilizator)").fill(payload);
      await dialog().getByRole("button", { name: "Creează tokenul" }).click();
      await dialog().getByText("Nu există un cont activ cu numele acesta.").waitFor();
      await expectHarmless(dialog(), [payload]);
    }
    await close();
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows names, details, addresses and filters of the audit log as text", async () => {
    await openSection("Jurnal");
    await expectHarmless(list(), names);
    await openSection("Instalare");
    // A faked response, since the server never writes such an entry.
    const entry = { kind: "access.refused", by: "person", times: 1, created_at: "2026-11-27T03:00:00.000Z" };
    const entries = payloads.map((text, at) => ({
      ...entry,
      ...{ id: 900_000 + at, person: { id: 900_000 + at, name: `Nume ${text}` } },
      ...{ about: null, address: `Adresa ${text}`, detail: `Detaliu ${text}` },
    }));
    await admin.route("**/api/v1/audit/*", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), entries, total: entries.length } });
    });
    await openSection("Jurnal");
    const said = payloads.flatMap((text) => [`Nume ${text}`, `de la Adresa ${text}`, `Detaliu ${text}`]);
    await expectHarmless(list(), said);
    for (const text of payloads) {
      await admin
        .getByRole("button", { name: `Nume ${text}`, exact: true })
        .first()
        .click();
      await expectHarmless(list(), [`Doar Nume ${text}`]);
      await admin.getByRole("button", { name: "Toată lumea" }).click();
    }
    // The last press sends another request, which may still be running when the browser closes.
    await admin.unrouteAll({ behavior: "wait" });
    expect(caught).toEqual([]);
  });
});
