import { afterAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { sizes } from "./browser.ts";
import { startMailRelay } from "./mail-relay.ts";
import { bubbles, composer, openRoom, say, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";

const relay = await startMailRelay();
const inboundSecret = "the mail server of these tests, 32 characters";
const { product, browser } = await startBoth({
  SMTP_URL: relay.url,
  MAIL_FROM: "Piese Auto <chat@piese.example>",
  MAIL_DELAY_MINUTES: "0",
  INBOUND_MAIL_SECRET: inboundSecret,
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

test("[INMAIL-1][INMAIL-4] her answer to the e-mail shows in the conversation at once, without what it quotes", async () => {
  const mail = relay.mails.findLast((each) => each.includes("Kitul de ambreiaj a sosit")) ?? "";
  const [, replyTo = ""] = /^Reply-To: (.+)$/mu.exec(mail) ?? [];
  const answer = [
    "From: Ana <ana@atelier.example>",
    `To: ${replyTo}`,
    "Subject: Re: Mesaje necitite",
    "Message-ID: <answer-1@atelier.example>",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Trec joi la prânz.",
    "",
    "În mar., 1 dec. 2026 la 10:15, Piese Auto <chat@piese.example> a scris:",
    "> Kitul de ambreiaj a sosit",
  ].join("\r\n");
  const deliver = async () => {
    const response = await fetch(`${product.address}/api/v1/mail/inbound`, {
      method: "POST",
      headers: { authorization: `Bearer ${inboundSecret}`, "content-type": "message/rfc822" },
      body: answer,
    });
    return await response.json();
  };
  expect(await deliver()).toEqual({ outcome: "published" });
  await bubbles(radu, "Trec joi la prânz.").waitFor();
  expect(await bubbles(radu, "a scris:").count()).toBe(0);
  expect(await deliver()).toEqual({ outcome: "repeated" });
  await say(radu, "Bine, joi");
  expect(await bubbles(radu, "Trec joi la prânz.").count()).toBe(1);
});

test("[POST-5][POST-5a][MAIL-7] the link at the end of the e-mail stops further ones", async () => {
  const device = await openDevice(`${product.address}/mail#used`);
  await device.getByText("Confirmă adresa de e-mail").waitFor();
  // A link opened in the same tab changes only the fragment.
  await device.goto(await mailed(/http\S+\/mail#off=[\w.-]+/u));
  await device.getByRole("button", { name: "Oprește e-mailurile" }).click();
  await device.getByText(/Nu îți mai trimitem e-mailuri/).waitFor();
  await device.context().close();
});
