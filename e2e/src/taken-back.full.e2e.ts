import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { act, longPress, sayStored, target } from "./acting.ts";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, sizes } from "./browser.ts";
import { bubbles, composer, fillSignIn, messageList, openRoom, say, signedIn } from "./people.ts";
import { rowsWith } from "./product-sql.ts";
import { seedHistory } from "./seed-history.ts";
import { startStage } from "./stage.ts";
import { sent } from "./talk.ts";

const { product, browser } = await startStage();

describe("editing and deleting", () => {
  test("[A11Y-1] axe finds nothing at a reply, at a refused edit, and at earlier texts", async () => {
    const radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
    const message = await sayStored(radu, "Prețul e 100");
    await act(radu, message.first(), "Răspunde");
    await target(radu).getByText("Răspunzi la mesajul tău").waitFor();
    expect(await axeFindings(radu)).toEqual([]);
    await composer(radu).press("Escape");

    const edit = async (text: string): Promise<void> => {
      await composer(radu).press("ArrowUp");
      await target(radu).getByText("Modifici mesajul").waitFor();
      await composer(radu).fill(text);
      await composer(radu).press("Enter");
    };
    await radu.route("**/message/*", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 404, json: { message: "", code: "not_found" } })
        : route.continue(),
    );
    await edit("Prețul e 120");
    const alert = bubbles(radu, "Prețul e 100").getByRole("alert");
    await alert.getByText(/serverul nu știe încă/).waitFor();
    expect(await axeFindings(radu)).toEqual([]);
    await radu.unroute("**/message/*");
    await alert.getByRole("button", { name: "Încearcă din nou" }).click();
    await bubbles(radu, "Prețul e 120").getByText("modificat", { exact: true }).waitFor();

    const admin = await (await freshProfile(browser)).newPage();
    await admin.goto(`${product.address}/login?erp=1&from=/view/oferta.10001`);
    await fillSignIn(admin, "admin", "demo");
    await act(admin, bubbles(admin, "Prețul e 120").first(), "Versiuni anterioare");
    await admin.getByRole("dialog", { name: "Versiuni anterioare" }).getByText("Prețul e 100").waitFor();
    expect(await axeFindings(admin)).toEqual([]);
  });
});

describe("quotes in a long conversation", () => {
  test("[REPLY-4] a press jumps to the quoted message at any distance, and the pill, Escape and back return", async () => {
    await seedHistory(product, 10_003, 3000);
    const ana = await signedIn(browser, product, "ana");
    await openRoom(ana, 10_003);
    await composer(ana).press("Home");

    await messageList(ana).locator('article[data-seq="3"]').waitFor();
    await act(ana, messageList(ana).locator('article[data-seq="3"]'), "Răspunde");
    await say(ana, "Revin la prima întrebare");
    const reply = bubbles(ana, "Revin la prima întrebare");
    await sent(ana, "Revin la prima întrebare").waitFor();
    const quoted = messageList(ana).locator('article[data-seq="3"]');
    for (const back of ["pill", "escape", "back"] as const) {
      await reply.getByTitle("Arată mesajul citat").click();
      await quoted.and(ana.locator("[data-marked=true]")).waitFor();
      const pill = ana.getByRole("button", { name: "Înapoi", exact: true });
      await pill.waitFor();
      if (back === "pill") await pill.click();
      else if (back === "escape") await ana.keyboard.press("Escape");
      else await ana.goBack();
      await reply.and(ana.locator("[data-marked=true]")).waitFor();
      await pill.waitFor({ state: "detached" });
    }
    expect(new URL(ana.url()).pathname).toBe("/view/oferta.10003");
  });

  test("[REPLY-1][DEL-1] on a phone a long press replies, and deletes", async () => {
    const phone = await signedIn(browser, product, "mihai", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await openRoom(phone, 10_005);
    const rest = (on: Locator): Promise<void> => longPress(phone, on);
    const send = async (text: string): Promise<Locator> => {
      await composer(phone).fill(text);
      await phone.getByRole("button", { name: "Trimite" }).tap();
      await bubbles(phone, text).and(phone.locator("article[data-seq]")).waitFor();
      return bubbles(phone, text);
    };
    const first = await send("De pe drum");
    await rest(first.locator("[data-bubble]"));
    await phone.getByRole("dialog").getByRole("button", { name: "Răspunde", exact: true }).tap();
    await target(phone).getByText("Răspunzi la mesajul tău").waitFor();
    expect(await axeFindings(phone)).toEqual([]);
    const reply = await send("Ajung la 5");
    await reply.getByTitle("Arată mesajul citat").waitFor();
    await rest(reply.locator("[data-bubble]"));
    await phone.getByRole("dialog").getByRole("button", { name: "Șterge mesajul" }).tap();
    await phone.getByText(/^Șters\./).waitFor();
    await messageList(phone).getByText("Mesaj șters", { exact: true }).waitFor();
    await expect.poll(() => rowsWith(product, "Ajung la 5")).toBe(0);
  });
});
