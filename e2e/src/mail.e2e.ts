import { afterAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { sizes } from "./browser.ts";
import { startMailRelay } from "./mail-relay.ts";
import { bubbles, composer, openRoom, say, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";

const relay = await startMailRelay();
const { product, browser } = await startBoth({
  SMTP_URL: relay.url,
  MAIL_FROM: "Piese Auto <chat@piese.example>",
  MAIL_DELAY_MINUTES: "0",
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  relay.stop();
});

const ana = await signedIn(browser, product, "ana", { viewport: sizes.phone });
const radu = await signedIn(browser, product, "radu");

/** The newest link of this form in an e-mail, as a path of this server. */
async function mailed(pattern: RegExp): Promise<string> {
  await expect.poll(() => relay.mails.some((mail) => pattern.test(mail))).toBe(true);
  const link = pattern.exec(relay.mails.findLast((mail) => pattern.test(mail)) ?? "")?.[0] ?? "";
  return new URL(link).href.replace(new URL(link).origin, product.address);
}

async function openDevice(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes.phone, locale: "ro-RO" });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("[POST-1][POST-3][MAIL-2] a person enters an address, and confirms it on another device", async () => {
  await ana.getByRole("button", { name: /^Contul tău,/ }).click();
  await ana.getByRole("menuitem", { name: "Contul tău" }).click();
  await ana.getByLabel("Adresa ta de e-mail").fill("ana@atelier.example");
  await ana.getByRole("button", { name: "Salvează adresa" }).click();
  await ana.getByText(/Ți-am trimis un e-mail la ana@atelier\.example/).waitFor();
  const other = await openDevice(await mailed(/http\S+\/mail#[\w-]{43}/u));
  await other.getByRole("button", { name: "Confirmă adresa" }).click();
  await other.getByText("Adresa ana@atelier.example este confirmată.").waitFor();
  await other.context().close();
});

test("[MAIL-1][MAIL-3][POST-4][POST-6] what she misses comes by e-mail, whose link opens that conversation only", async () => {
  await ana.context().close();
  await openRoom(radu, 10_001);
  await say(radu, "Kitul de ambreiaj a sosit");
  const link = await mailed(/http\S+\/m#[\w-]{43}\.oferta\.10001/u);
  expect(relay.mails.at(-1)).toContain("Kitul de ambreiaj a sosit");

  const device = await openDevice(link);
  await device.getByRole("button", { name: "Deschide discuția" }).click();
  await device.getByText(/Ești aici printr-o legătură din e-mail/).waitFor();
  await bubbles(device, "Kitul de ambreiaj a sosit").waitFor();
  expect(new URL(device.url()).pathname).toBe("/view/oferta.10001");
  await composer(device).fill("Vin mâine după el");
  await composer(device).press("Enter");
  await bubbles(radu, "Vin mâine după el").waitFor();
  await say(radu, "Vă așteptăm");
  await bubbles(device, "Vă așteptăm").waitFor();
  await device.goto(`${product.address}/view/oferta.10002`);
  await bubbles(device, "Vă așteptăm").waitFor();
  expect(new URL(device.url()).pathname).toBe("/view/oferta.10001");
  await device.context().close();

  const again = await openDevice(link);
  await again.getByRole("button", { name: "Deschide discuția" }).click();
  await again.getByText("Legătura a fost folosită sau a expirat.").waitFor();
  await again.context().close();
});

test("[POST-5][MAIL-7] the link at the end of the e-mail stops further ones", async () => {
  const device = await openDevice(await mailed(/http\S+\/mail#off=[\w.-]+/u));
  await device.getByRole("button", { name: "Oprește e-mailurile" }).click();
  await device.getByText(/Nu îți mai trimitem e-mailuri/).waitFor();
  await device.context().close();
});
