import { act, menuItem, sayStored, target } from "./acting.ts";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, sizes } from "./browser.ts";
import { bubbles, composer, fillSignIn, messageList, openRoom, say, signedIn } from "./people.ts";
import { rowsWith } from "./product-sql.ts";
import { seedHistory } from "./seed-history.ts";
import { startStage } from "./stage.ts";
import { sent } from "./talk.ts";

const { product, browser } = await startStage();

describe("taking words back", async () => {
  const ana = await signedIn(browser, product, "ana");
  const radu = await signedIn(browser, product, "radu");
  for (const page of [ana, radu]) await openRoom(page, 10_001);

  test("[REPLY-1][REPLY-2][REPLY-3] a reply shows whom and what it quotes above the composer and in the bubble, for both", async () => {
    await sayStored(ana, "Aveți plăcuțe pentru Golf 7?");
    const question = bubbles(radu, "Aveți plăcuțe pentru Golf 7?");
    await question.waitFor();
    await act(radu, question, "Răspunde");
    await target(radu).getByText("Răspunzi lui Ana Mureșan").waitFor();
    await target(radu).getByText("Aveți plăcuțe pentru Golf 7?").waitFor();
    await expect.poll(() => composer(radu).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await axeFindings(radu)).toEqual([]);
    await say(radu, "Da, pe stoc");
    await target(radu).waitFor({ state: "detached" });
    for (const [page, author] of [
      [radu, "Ana Mureșan"],
      [ana, "Tu"],
    ] as const) {
      const quote = bubbles(page, "Da, pe stoc").getByTitle("Arată mesajul citat");
      await quote.waitFor();
      expect((await quote.innerText()).split("\n")).toEqual([author, "Aveți plăcuțe pentru Golf 7?"]);
    }
    // The draft of a reply survives a reload, as a name alone.
    await question.locator("[data-bubble]").first().hover();
    await question.first().getByRole("button", { name: "Răspunde", exact: true }).click();
    await composer(radu).fill("Și discuri");
    await radu.reload();
    await target(radu).getByText("Răspunzi lui Ana Mureșan").waitFor();
    expect(await radu.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain("plăcuțe");
    await composer(radu).press("Escape");
    await target(radu).waitFor({ state: "detached" });
    expect(await composer(radu).inputValue()).toBe("Și discuri");
    await composer(radu).fill("");
  });

  test("[EDIT-3] what is refused is told where the message is, with the text, which goes back into the composer", async () => {
    await sayStored(ana, "Prețul e 100");
    await ana.route("**/message/*", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 404, json: { message: "", code: "not_found" } })
        : route.continue(),
    );
    await composer(ana).press("ArrowUp");
    await target(ana).getByText("Modifici mesajul").waitFor();
    await composer(ana).fill("Prețul e 120");
    await composer(ana).press("Enter");
    const alert = bubbles(ana, "Prețul e 100").getByRole("alert");
    await alert.getByText("Prețul e 120").waitFor();
    await alert.getByText(/serverul nu știe încă/).waitFor();
    expect(await axeFindings(ana)).toEqual([]);
    await ana.unroute("**/message/*");
    await alert.getByRole("button", { name: "Modifică din nou" }).click();
    await expect.poll(() => composer(ana).inputValue()).toBe("Prețul e 120");
    await composer(ana).press("Enter");
    await bubbles(radu, "Prețul e 120").getByText("modificat", { exact: true }).waitFor();
  });

  test("[EDIT-5] whoever holds audit.view sees what a message said before", async () => {
    const admin = await (await freshProfile(browser)).newPage();
    await admin.goto(`${product.address}/login?erp=1&from=/view/oferta.10001`);
    await fillSignIn(admin, "admin", "demo");
    const edited = bubbles(admin, "Prețul e 120");
    await act(admin, edited.first(), "Versiuni anterioare");
    const dialog = admin.getByRole("dialog", { name: "Versiuni anterioare" });
    await dialog.getByText("Prețul e 100").waitFor();
    expect(await axeFindings(admin)).toEqual([]);
    await bubbles(radu, "Prețul e 120").first().locator("[data-bubble]").click({ button: "right" });
    await menuItem(radu, "Copiază linkul").waitFor();
    expect(await menuItem(radu, "Versiuni anterioare").count()).toBe(0);
    await radu.keyboard.press("Escape");
  });
});

describe("quotes in a long conversation", () => {
  test("[REPLY-4] a press goes to the quoted message however far up, and the pill, Escape and back lead back", async () => {
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
    const touch = await phone.context().newCDPSession(phone);
    const rest = async (on: Locator): Promise<void> => {
      const box = (await on.boundingBox())!;
      const point = { x: box.x + 12, y: box.y + box.height / 2 };
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
      await phone.getByRole("dialog").waitFor();
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
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
    await expect.poll(() => rowsWith("Ajung la 5")).toBe(0);
  });
});
