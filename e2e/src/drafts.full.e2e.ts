import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { bubbles, composer, fillSignIn, openRoom, roomRow, say, signOut } from "./people.ts";
import { expectMessages, hangDatabase, holdUpSends, sent, startTalk, type Talk, waiting, expectDraft } from "./talk.ts";

describe("what is written and not sent stays its author's, in its room", () => {
  let talk: Talk;
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    talk = await startTalk();
    ({ ana, radu } = talk);
  });
  afterEach(() => ana.context().unrouteAll({ behavior: "ignoreErrors" }));
  afterAll(() => talk.end());

  test("[WEB-3] Enter and a switch of rooms in one go, on a slow network: the text is in the first room alone", async () => {
    const slow = Promise.withResolvers<void>();
    await ana.context().route("**/api/v1/publish/**", async (route) => {
      await slow.promise;
      await route.fallback();
    });
    await openRoom(ana, 10_002);
    await composer(ana).fill("Ciorna din 10002");
    await openRoom(ana, 10_001);
    await composer(ana).fill("Doar pentru 10001");
    const other = await roomRow(ana, 10_002).elementHandle();
    await composer(ana).evaluate((field, row) => {
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      if (row instanceof HTMLElement) row.click();
    }, other);
    await expectDraft(ana, "Ciorna din 10002");
    slow.resolve();
    await bubbles(radu, "Doar pentru 10001").waitFor();
    expect(await bubbles(ana, "Doar pentru 10001").count()).toBe(0);
    await openRoom(radu, 10_002);
    expect(await bubbles(radu, "Doar pentru 10001").count()).toBe(0);
    await openRoom(radu, 10_001);
    await openRoom(ana, 10_001);
    expect(await bubbles(ana, "Doar pentru 10001").count()).toBe(1);
    await expectDraft(ana, "");
  });

  test("[SEND-5a][SEND-5b] a refused message of a room that one has left can be copied and deleted in its alert, also after a reload", async () => {
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

  test("[SEND-5][SEND-5c] a refused message says why; edited it is sent, and the draft that was there comes back", async () => {
    await spoilSends(ana);
    await say(ana, "Cod cu⛔ semn greșit");
    const failed = bubbles(ana, "semn greșit");
    const reason = failed.getByText("Serverul nu primește textul acesta.");
    await reason.waitFor();
    await ana.reload();
    await reason.waitFor();
    await composer(ana).fill("o ciornă începută");
    await failed.getByRole("button", { name: "Editează" }).click();
    await ana.getByText("Ciorna de dinainte te așteaptă.").waitFor();
    expect(await composer(ana).inputValue()).toContain("semn greșit");
    expect(await composer(ana).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await failed.count()).toBe(0);
    await ana.reload();
    await ana.getByText("Ciorna de dinainte te așteaptă.").waitFor();
    await composer(ana).fill("Cod cu semn corect");
    await composer(ana).press("Enter");
    await bubbles(radu, "Cod cu semn corect").waitFor();
    await expectDraft(ana, "o ciornă începută");
    await composer(ana).fill("");
  });

  test("[SEND-5] a refused message can be sent again, and deleted", async () => {
    await spoilSends(ana);
    await say(ana, "Iar cu⛔ semn rău");
    const failed = bubbles(ana, "semn rău");
    const refusedAgain = ana.waitForResponse((answer) => answer.url().includes("/publish/") && !answer.ok());
    await failed.getByRole("button", { name: "Retrimite" }).press("Enter");
    await refusedAgain;
    await failed.getByText("Serverul nu primește textul acesta.").waitFor();
    await failed.getByRole("button", { name: "Șterge" }).press("Enter");
    await expect.poll(() => failed.count()).toBe(0);
    await ana.reload();
    await composer(ana).waitFor();
    await bubbles(ana, "Cod cu semn corect").waitFor();
    expect(await failed.count()).toBe(0);
  });

  test.each(["light", "dark"] as const)(
    "[A11Y-1] axe finds nothing where messages wait and fail, in the %s theme",
    async (colorScheme) => {
      await ana.emulateMedia({ colorScheme });
      await spoilSends(ana);
      await say(ana, "Refuzat⛔ pentru axe");
      await bubbles(ana, "pentru axe").getByRole("button", { name: "Editează" }).waitFor();
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

  test("[SEND-7b] signing out by the address, before the page knows what has not left, asks as well", async () => {
    await holdUpSends(ana);
    await say(ana, "Prin adresă 1");
    await waiting(ana, "Prin adresă 1").waitFor();
    await leaveByAddress(ana);
    await ana.getByText("1 mesaj nu a plecat încă.").waitFor();
    expect(new URL(ana.url()).pathname).toBe("/logout");
    await ana.getByRole("dialog").getByRole("button", { name: "Rămân" }).click();
    await ana.context().unrouteAll({ behavior: "ignoreErrors" });
    await expectMessages(radu, "Prin adresă", ["Prin adresă 1"]);
    await openRoom(ana, 10_001);
  });

  test("[SIGN-2] who signs out while the device's database does not answer is signed out all the same, in some seconds", async () => {
    const page = await ana.context().newPage();
    await hangDatabase(page);
    await page.goto(ana.url());
    await leaveByAddress(page);
    await page.getByRole("button", { name: "Intră în cont" }).waitFor();
    await page.close();
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
  });

  test("[SEND-7b] signing out with a draft alone asks about it, and deletes it only where that is chosen", async () => {
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

  test("[SEND-7b] deleted at signing out, they are gone for good", async () => {
    await holdUpSends(ana);
    await say(ana, "De șters 1");
    await waiting(ana, "De șters 1").waitFor();
    await signOut(ana);
    await ana.getByRole("button", { name: "Ies și le șterg" }).click();
    await ana.getByLabel("Utilizator").waitFor();
    await ana.context().unrouteAll({ behavior: "ignoreErrors" });
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
    expect(await bubbles(ana, "De șters").count()).toBe(0);
    expect(await ana.evaluate(() => Object.keys(localStorage).filter((key) => /draft|unsent|aside/.test(key)))).toEqual(
      [],
    );
  });
});

/** SEC-11: the address asks, and the person says yes. */
async function leaveByAddress(page: Page): Promise<void> {
  await page.goto(new URL("/logout", page.url()).href);
  await page.getByRole("button", { name: "Ies din cont" }).click();
}

/** On its way out `⛔` becomes a character that the server refuses; the composer itself sends none (SEC-13). */
async function spoilSends(page: Page): Promise<void> {
  await page.context().route("**/api/v1/publish/**", async (route) => {
    const body = route.request().postData() ?? "";
    await route.fallback(body.includes("⛔") ? { postData: body.replace("⛔", String.raw`\u0000`) } : {});
  });
}
