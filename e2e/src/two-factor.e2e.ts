import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { composer, fillSignIn, roomList, signOut } from "./people.ts";
import { codeField, codeOf, heading, isFocused, isHome, openSignIn, press, setUp } from "./second-factor.ts";
import { findSideways } from "./sideways.ts";
import { startStage } from "./stage.ts";

const stage = await startStage({ TWO_FACTOR: "staff" });
const { product } = stage;

async function signInAgain(page: Page): Promise<void> {
  await signOut(page);
  await fillSignIn(page, "mia", "demo");
  await heading(page, "Codul din telefon").waitFor();
}

// The page is on Mia's phone. Each test continues from the state that the one before left.
const page = await openSignIn(stage, { viewport: sizes.phone, colorScheme: "dark" });
const asked: string[] = [];
page.on("request", (request) => void asked.push(request.url()));
let factor: Awaited<ReturnType<typeof setUp>>;

test("[SIGN-6][SIGN-6b] sets up a second factor at the sign-in that requires it", async () => {
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

  factor = await setUp(page);
  const { recoveryCodes } = factor;
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
});

test("[SIGN-6][SIGN-6b] accepts the second factor, or a recovery code once", async () => {
  const { key, code, recoveryCodes } = factor;
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
});

test("[SIGN-6][SIGN-6b] an administrator removes a second factor", async () => {
  const admin = await openSignIn(stage, {}, "/login?erp=1");
  await fillSignIn(admin, "admin", "demo");
  await setUp(admin);
  await press(admin, "Le-am păstrat");
  await isHome(admin);
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
  const { key, code, recoveryCodes } = factor;
  const secrets = [key, key.replaceAll(" ", ""), code, ...recoveryCodes];
  expect(asked.filter((url) => secrets.some((one) => url.includes(one)))).toEqual([]);
});
