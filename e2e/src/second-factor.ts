import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { createHmac } from "node:crypto";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { emptyPage } from "./spare-pages.ts";
import type { Stage } from "./stage.ts";

const stepNow = (): number => Math.floor(nowMs() / 30_000);

/** The authenticator's code for a key as typed (RFC 6238), `steps` steps from now. */
export function codeOf(key: string, steps: number): string {
  const bits = Array.from(key.replaceAll(" ", ""), (letter) => letter).map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const secret = Buffer.from((bits.join("").match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(stepNow() + steps));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

export const heading = (page: Page, name: string) => page.getByRole("heading", { name });
export const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name }).click();
export const codeField = (page: Page) => page.getByLabel("Codul din aplicație");

export async function openSignIn(
  { browser, product }: Stage,
  options: BrowserContextOptions = {},
  address = "/login",
): Promise<Page> {
  const page = await emptyPage(browser, product.address, options);
  await page.goto(product.address + address);
  return page;
}

/** Sets up the second factor on its screen. Returns the key and the recovery codes. */
export async function setUp(page: Page): Promise<{ key: string; code: string; recoveryCodes: readonly string[] }> {
  await heading(page, "Pregătește codul din telefon").waitFor();
  await page.getByRole("img", { name: "Cod QR pentru aplicația de coduri" }).waitFor();
  const key = await page.locator("code").innerText();
  const code = await confirm(page, key);
  await heading(page, "Codurile tale de rezervă").waitFor();
  const recoveryCodes = await page.getByRole("listitem").allInnerTexts();
  return { key, code, recoveryCodes };
}

/** Confirms with the previous step's code, so that the next two stay valid. Retries if a step ended in between. */
async function confirm(page: Page, key: string): Promise<string> {
  const step = stepNow();
  const code = codeOf(key, -1);
  // The code is grouped, as apps copy it.
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  const answer = page.waitForResponse(
    (response) => response.url().endsWith("/api/v1/me/two-factor") && response.request().method() !== "GET",
  );
  await press(page, "Confirmă codul");
  return (await answer).ok() || stepNow() === step ? code : await confirm(page, key);
}

export async function isHome(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Contul tău,/ }).waitFor();
}

export const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === node.ownerDocument.activeElement);
