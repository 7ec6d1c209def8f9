import { createHmac } from "node:crypto";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { emptyPage } from "./spare-pages.ts";
import { composer, fillSignIn, roomList, signOut } from "./people.ts";
import { runCuplaj } from "./run-cuplaj.ts";
import { findSideways } from "./sideways.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ TWO_FACTOR: "staff" });

/** What an authenticator shows for a key that was typed into it (RFC 6238), some steps from now. */
function codeOf(key: string, steps: number): string {
  const bits = Array.from(key.replaceAll(" ", ""), (letter) => letter).map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const secret = Buffer.from((bits.join("").match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name }).click();
const codeField = (page: Page) => page.getByLabel("Codul din aplicație");

async function openSignIn(options: BrowserContextOptions = {}, address = "/login"): Promise<Page> {
  const page = await emptyPage(browser, product.address, options);
  await page.goto(product.address + address);
  return page;
}

/** No step ends within the next seconds, so that a code of the one before is still good when it arrives. */
async function isFarFromBorder(): Promise<void> {
  await expect.poll(() => 30_000 - (Date.now() % 30_000)).toBeGreaterThan(6000);
}

/** Sets the second factor up on the screen that asks for it; the key, and the recovery codes. */
async function setUp(page: Page): Promise<{ key: string; code: string; recoveryCodes: readonly string[] }> {
  await heading(page, "Pregătește codul din telefon").waitFor();
  await page.getByRole("img", { name: "Cod QR pentru aplicația de coduri" }).waitFor();
  const key = await page.locator("code").innerText();
  await isFarFromBorder();
  const code = codeOf(key, -1);
  // As it is copied from an app that shows it in two groups.
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, "Confirmă codul");
  await heading(page, "Codurile tale de rezervă").waitFor();
  const recoveryCodes = await page.getByRole("listitem").allInnerTexts();
  return { key, code, recoveryCodes };
}

/** The server does what is asked, and nobody hears of it. */
async function pressLosingAnswer(page: Page, name: string): Promise<void> {
  const path = "**/api/v1/me/two-factor{,/recovery}";
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, name);
  await page.getByText("Fără conexiune la server.").first().waitFor();
  await page.unroute(path);
}

async function isHome(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Contul tău,/ }).waitFor();
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Contul tău,/ }).click();
  await page.getByRole("menuitem", { name: "Contul tău" }).click();
}

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === node.ownerDocument.activeElement);

async function signInAgain(page: Page): Promise<void> {
  await signOut(page);
  await fillSignIn(page, "mia", "demo");
  await heading(page, "Codul din telefon").waitFor();
}

describe("a second factor", () => {
  test("[SIGN-6][SIGN-6a] is set up, given, replaced by a recovery code once, and removed by an administrator", async () => {
    const page = await openSignIn({ viewport: sizes.phone, colorScheme: "dark" });
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    await fillSignIn(page, "mia", "demo");
    await heading(page, "Pregătește codul din telefon").waitFor();
    await page.goto(`${product.address}/view/oferta.10001`);
    await page.getByRole("img", { name: "Cod QR pentru aplicația de coduri" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(findSideways)).toEqual([]);
    expect(await codeField(page).getAttribute("autocomplete")).toBe("one-time-code");
    expect(await codeField(page).getAttribute("inputmode")).toBe("numeric");
    await codeField(page).fill("000000");
    await codeField(page).press("Enter");
    await page.getByText("Codul nu e bun.").waitFor();

    const { key, code, recoveryCodes } = await setUp(page);
    expect(recoveryCodes).toHaveLength(10);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("radio", { name: "English" }).click();
    await heading(page, "Your recovery codes").waitFor();
    await page.getByRole("radio", { name: "Română" }).click();
    await heading(page, "Codurile tale de rezervă").waitFor();
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual(recoveryCodes);
    await press(page, "Le-am păstrat");
    await composer(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/view/oferta.10001");

    await page.goto(product.address);
    await isHome(page);
    await signInAgain(page);
    expect(await axeFindings(page)).toEqual([]);
    await codeField(page).fill(code);
    await press(page, "Intră în cont");
    await page.getByText(/Codul acesta a fost folosit|Codul a expirat/u).waitFor();
    await codeField(page).fill(codeOf(key, 0));
    await press(page, "Intră în cont");
    await roomList(page).getByRole("link").first().waitFor();

    const [recovery = ""] = recoveryCodes;
    const giveRecovery = async (): Promise<void> => {
      await press(page, "Nu am telefonul la mine");
      await page.getByLabel("Cod de rezervă").fill(recovery.replaceAll("-", " ").toUpperCase());
      await press(page, "Intră în cont");
    };
    await signInAgain(page);
    await giveRecovery();
    await roomList(page).getByRole("link").first().waitFor();
    await signInAgain(page);
    await giveRecovery();
    await page.getByText("Codul de rezervă nu e bun sau a fost deja folosit.").waitFor();
    await page.getByText("Spune-i administratorului").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Am telefonul la mine");
    await codeField(page).fill(codeOf(key, 1));
    await press(page, "Intră în cont");
    await roomList(page).getByRole("link").first().waitFor();

    const admin = await openSignIn({}, "/login?erp=1");
    await fillSignIn(admin, "admin", "demo");
    await setUp(admin);
    await press(admin, "Le-am păstrat");
    await isHome(admin);
    // WEB-10a
    await expect.poll(() => isFocused(heading(admin, "Cuplaj"))).toBe(true);
    await admin.goto(`${product.address}/admin`);
    await admin.getByRole("listitem").filter({ hasText: "Mia" }).getByRole("button").click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("button", { name: "Scoate codul din telefon" }).click();
    const question = dialog.getByRole("group", { name: "Scoate codul din telefon" });
    await question.getByText("dă mai întâi una temporară").waitFor();
    await question.getByRole("button", { name: "Scoate codul din telefon" }).click();
    await dialog.getByText("Codul din telefon e scos").waitFor();
    expect(await axeFindings(admin)).toEqual([]);
    await admin.context().close();

    await page.getByLabel("Utilizator").waitFor();
    await fillSignIn(page, "mia", "demo");
    await heading(page, "Pregătește codul din telefon").waitFor();
    const secrets = [key, key.replaceAll(" ", ""), code, ...recoveryCodes];
    expect(asked.filter((url) => secrets.some((one) => url.includes(one)))).toEqual([]);
  });

  test("[ACC-5][SIGN-6b][SIGN-6e][SIGN-6f] is changed in the account, for password and code, and reset by the operator", async () => {
    const page = await openSignIn();
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
    // Neither Escape nor the way back loses them, nor a page that is loaded again unasked.
    await heading(page, "Codurile tale de rezervă").waitFor();
    await page.keyboard.press("Escape");
    await page.goBack();
    expect(await page.getByRole("listitem").count()).toBe(10);
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => void setTimeout(() => location.reload()));
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

  test("[SIGN-6g][TFA-1h] tells codes of which the answer was lost when it is asked again, with one key in two tabs", async () => {
    const page = await openSignIn({}, "/login?erp=1");
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
