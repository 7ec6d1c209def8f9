import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { bubbles, composer, fillSignIn, openRoom, roomRow, say, signOut } from "./people.ts";
import { expectDraft, hangDatabase, holdUpSends, sent, startTalk, type Talk, waiting } from "./talk.ts";

describe("unsent text belongs to its author and room", () => {
  let talk: Talk;
  let ana: Page;

  beforeAll(async () => {
    talk = await startTalk();
    ({ ana } = talk);
  });
  afterEach(() => ana.context().unrouteAll({ behavior: "ignoreErrors" }));
  afterAll(() => talk.end());

  test("[SEND-5a] a refused message of a room that the person has left can be copied and deleted in its alert, also after a reload", async () => {
    const text = `Refuzat și plecat ${"ă".repeat(80)}`;
    const api = await apiAs(talk.product, "ana");
    await ana.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const body = JSON.stringify({ message: "x", code: "forbidden" });
    await ana
      .context()
      .route("**/api/v1/publish/**", (route) => route.fulfill({ status: 403, contentType: "application/json", body }));
    await openRoom(ana, 10_002);
    await say(ana, text);
    await bubbles(ana, "Refuzat și plecat").getByRole("button", { name: "Șterge" }).waitFor();
    await openRoom(ana, 10_001);
    await api.post("leave/oferta.10002");
    const alert = ana.getByRole("alert").filter({ hasText: "Refuzat și plecat" });
    await alert.waitFor();
    await ana.reload();
    await alert.getByRole("button", { name: "Copiază" }).press("Enter");
    await ana.getByText("Copiat.", { exact: true }).waitFor();
    expect(await ana.evaluate(() => navigator.clipboard.readText())).toBe(text);
    expect(await axeFindings(ana)).toEqual([]);
    await alert.getByRole("button", { name: "Șterge" }).press("Enter");
    await alert.waitFor({ state: "detached" });
    await ana.reload();
    await roomRow(ana, 10_001).waitFor();
    await api.post("join", { type: 1, channel: "10002" });
    await openRoom(ana, 10_002);
    expect(await bubbles(ana, "Refuzat și plecat").count()).toBe(0);
    await openRoom(ana, 10_001);
  });

  test.each(["light", "dark"] as const)(
    "[A11Y-1] axe finds nothing where messages wait and fail, in the %s theme",
    async (colorScheme) => {
      await ana.emulateMedia({ colorScheme });
      await spoilSends(ana);
      await say(ana, "Refuzat⛔ pentru axe");
      await bubbles(ana, "pentru axe").getByRole("button", { name: "Modifică" }).waitFor();
      await openRoom(ana, 10_002);
      await roomRow(ana, 10_001).getByText("Netrimis").waitFor();
      await openRoom(ana, 10_001);
      await holdUpSends(ana);
      await say(ana, "În așteptare");
      await waiting(ana, "În așteptare").waitFor();
      await signOut(ana);
      await ana.getByRole("dialog").waitFor();
      expect(await axeFindings(ana)).toEqual([]);
      await ana.getByRole("button", { name: "Rămân" }).click();
      expect(await axeFindings(ana)).toEqual([]);
      await bubbles(ana, "pentru axe").getByRole("button", { name: "Șterge" }).click();
      await ana.context().unrouteAll({ behavior: "ignoreErrors" });
      await sent(ana, "În așteptare").last().waitFor();
      await ana.emulateMedia({ colorScheme: null });
    },
  );

  test("[SIGN-2] signs out within seconds even if the device's database does not respond", async () => {
    const page = await ana.context().newPage();
    await hangDatabase(page);
    await page.goto(ana.url());
    await leaveByAddress(page);
    await page.getByRole("button", { name: "Intră în cont" }).waitFor();
    await page.close();
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
  });

  test("[SEND-7] signing out with only a draft asks about it, and deletes it only if chosen", async () => {
    await composer(ana).fill("doar o ciornă");
    await signOut(ana);
    const question = ana.getByRole("dialog", { name: "Ciorne netrimise" });
    await question.getByText("Ai o ciornă pe acest dispozitiv.").waitFor();
    expect(await axeFindings(ana)).toEqual([]);
    await ana.setViewportSize({ width: 360, height: 225 });
    await question.getByRole("button", { name: "Ies și le șterg" }).click({ trial: true });
    await ana.setViewportSize(sizes.desk);
    await question.getByRole("button", { name: "Ies și le păstrez" }).click();
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
    await expectDraft(ana, "doar o ciornă");
    await signOut(ana);
    await question.getByRole("button", { name: "Ies și le șterg" }).click();
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
    await expectDraft(ana, "");
  });
});

/** SEC-11: signs out by address, which asks for confirmation. */
async function leaveByAddress(page: Page): Promise<void> {
  await page.goto(new URL("/logout", page.url()).href);
  await page.getByRole("button", { name: "Ies din cont" }).click();
}

/** Replaces each `⛔` in a send by a character that the server refuses and the composer never sends (SEC-13). */
async function spoilSends(page: Page): Promise<void> {
  await page.context().route("**/api/v1/publish/**", async (route) => {
    const body = route.request().postData() ?? "";
    await route.fallback(body.includes("⛔") ? { postData: body.replace("⛔", String.raw`\u0000`) } : {});
  });
}
