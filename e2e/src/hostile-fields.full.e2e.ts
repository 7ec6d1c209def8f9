import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { fileNameCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { brokenOut, expectHarmless, packed, payloads, watch } from "./hostile-payloads.ts";
import { sendFile } from "./made-files.ts";
import { freshProfile, sizes } from "./browser.ts";
import { bubbles, composer, fillSignIn, messageList, openRoom, say, signedIn } from "./people.ts";
import { field, openPanel, option, results, showResults, typeUntilFound } from "./searching.ts";
import { awaitHeld, choose, tray } from "./sending-files.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });
const offer = 10_001;

/** How many characters of a note a toast shows. */
const toastCharacters = 160;
/** A window tall enough to render all the messages of a test. */
const tower = { width: 1440, height: 9000 };
/** A window as tall as all the files of a test. Rendering more takes seconds on a busy machine. */
const shelf = { width: 1440, height: 3600 };

interface Answer {
  readonly message: { readonly id: number };
}

describe("hostile texts in a conversation's fields", () => {
  let ana: Page;
  let radu: Page;
  let calls: { readonly ana: Caller; readonly radu: Caller; readonly ioana: Caller };
  let room: { readonly id: number; readonly members: readonly { readonly id: number; readonly name: string }[] };
  let caught: readonly string[] = [];

  beforeAll(async () => {
    [ana, radu] = await Promise.all([signedIn(browser, product, "ana"), signedIn(browser, product, "radu")]);
    caught = watch([product.address], ana, radu);
    const [first, second, third] = await Promise.all([
      apiAs(product, "ana"),
      apiAs(product, "radu"),
      apiAs(product, "ioana"),
    ]);
    calls = { ana: first, radu: second, ioana: third };
    const { chats } = await calls.radu.get<{ chats: readonly (typeof room)[] }>(`chat/oferta.${offer}`);
    const [found] = chats;
    if (found === undefined) throw new Error("the room is not there");
    room = found;
    for (const page of [ana, radu]) await openRoom(page, offer);
  });

  const publish = async (by: Caller, message: string, reply_to?: number): Promise<number> =>
    (await by.post<Answer>(`publish/${room.id}`, { message, ...(reply_to && { reply_to }) })).message.id;
  const edit = (id: number, message: string): Promise<unknown> =>
    calls.ana.put(`chat/${room.id}/message/${id}`, { message });
  const reload = async (page: Page): Promise<void> => {
    await page.reload();
    await composer(page).waitFor();
  };

  test("[SEC-13g] shows edits, quotes and earlier texts as text", async () => {
    for (const payload of payloads) {
      const id = await publish(calls.ana, "De modificat");
      await publish(calls.radu, "Un răspuns", id);
      await edit(id, payload);
    }
    const often = await publish(calls.ana, "De modificat des");
    for (const text of [...payloads, "Modificat des"]) await edit(often, text);
    await ana.setViewportSize(tower);
    const quotes = messageList(ana).getByTitle("Arată mesajul citat");
    await expect.poll(() => quotes.count()).toBeGreaterThanOrEqual(payloads.length);
    const [quoted, edited] = [bubbles(ana, "Un răspuns"), bubbles(ana, "modificat")];
    const missingIn = async (where: Locator): Promise<string[]> => {
      const shown = (await where.allTextContents()).join("\n");
      return payloads.filter((payload) => !shown.includes(payload));
    };
    for (const where of [quoted, edited]) await expect.poll(() => missingIn(where)).toEqual([]);
    await reload(ana);
    await expectHarmless(messageList(ana), payloads);
    await ana.setViewportSize(sizes.desk);

    const admin = await (await freshProfile(browser)).newPage();
    const seen = watch([product.address], admin);
    await admin.goto(`${product.address}/login?erp=1&from=/view/oferta.${offer}`);
    await fillSignIn(admin, "admin", "demo");
    await bubbles(admin, "Modificat des").first().click({ button: "right" });
    await admin.getByRole("menuitem", { name: "Versiuni anterioare" }).click();
    await expectHarmless(admin.getByRole("dialog", { name: "Versiuni anterioare" }), payloads);
    expect(seen).toEqual([]);
    await admin.context().close();
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows a hand-over note as text in its toast and room, also after a reload", async () => {
    const asked = await publish(calls.ana, "Cine răspunde?");
    await calls.radu.post(`chat/${room.id}/action/${asked}/${takeOverAction}/customer`, { state: true });
    await calls.ana.post(`chat/${room.id}/action/${asked}/${likeAction}/customer`, { state: true });
    const idOf = (name: string): number | undefined => room.members.find((member) => member.name === name)?.id;
    const notes = packed(toastCharacters);
    for (const note of notes) {
      // An open room raises no toast.
      await openRoom(radu, 10_002);
      await calls.radu.post(`chat/${room.id}/hand-over`, { to: idOf("Ioana Stan"), note: "" });
      await calls.ioana.post(`chat/${room.id}/hand-over`, { to: idOf("Radu Ionescu"), note });
      const toast = radu.getByRole("status").filter({ hasText: "ți-a predat" }).filter({ hasText: note });
      await toast.waitFor();
      await expectHarmless(toast, [note]);
      await toast.getByRole("button", { name: "Deschide" }).click();
      await expectHarmless(radu.getByRole("note"), [note]);
    }
    await reload(radu);
    await expectHarmless(radu.getByRole("note"), notes.slice(-1));
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows searches as text in field, switcher, results and recent searches", async () => {
    await openPanel(radu);
    for (const payload of payloads) {
      await field(radu).fill(payload);
      await expectHarmless(radu.getByRole("dialog"), [payload]);
    }
    await radu.keyboard.press("Escape");
    const recent = packed(200).slice(-10);
    for (const text of recent) {
      await showResults(radu, text);
      await expectHarmless(radu.locator("body"), [text]);
      await radu.keyboard.press("Escape");
    }
    for (const isAgain of [false, true]) {
      if (isAgain) await reload(radu);
      await openPanel(radu);
      await expectHarmless(radu.getByRole("dialog"), recent);
      await radu.keyboard.press("Escape");
    }
    await say(ana, `Rupere găsită ${payloads[0]}`);
    await openPanel(radu);
    await typeUntilFound(radu, "rupere gasita", "Rupere găsită");
    await expectHarmless(radu.getByRole("dialog"), [payloads[0]]);
    await field(radu).fill("alert rupt");
    await option(radu, /^Toate rezultatele/).click();
    await results(radu).getByRole("link").first().waitFor();
    expect(await brokenOut(radu)).toEqual([]);
    await radu.getByRole("button", { name: "Închide căutarea" }).click();
    expect(await brokenOut(radu)).toEqual([]);
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] shows a file's name as text before sending, in its message and the file list, also after a reload", async () => {
    const named = (text: string): string => `${text.replaceAll(/[/\\]/gu, "∕")}.pdf`;
    const [chosen, names] = [packed(fileNameCharactersMax - 4).map(named), payloads.map(named)];
    const bytes = Buffer.from("nimic");
    await choose(ana, ...chosen.map((name) => ({ name, mimeType: "application/pdf", buffer: bytes })));
    await expectHarmless(tray(ana), chosen);
    await awaitHeld(ana);
    for (const name of names) await sendFile(product, "radu", { offer, name, bytes });
    await ana.setViewportSize(shelf);
    await expectHarmless(messageList(ana), names);
    await reload(ana);
    await expectHarmless(tray(ana), chosen);
    await expectHarmless(messageList(ana), names);
    await ana.getByRole("button", { name: "Opțiunile discuției" }).click();
    await ana.getByRole("menuitem", { name: "Fotografii și fișiere" }).click();
    await ana.getByRole("radio", { name: "Fișiere" }).press("Space");
    await expectHarmless(ana.getByRole("dialog", { name: "Fotografii și fișiere" }), names);
    await ana.keyboard.press("Escape");
    await ana.setViewportSize(sizes.desk);
    expect(caught).toEqual([]);
  });

  test("[SEC-13g] no address redirects elsewhere", async () => {
    const all = ["view/", "join/", "search", "login", "invite", ""].map((path) => [path, payloads.join("")] as const);
    const alone = payloads.filter((payload) => /^\w+:/u.test(payload)).map((payload) => ["login", payload] as const);
    for (const [path, text] of [...all, ...alone]) {
      const value = encodeURIComponent(text);
      const named = ["m", "q", "from", "erp", "share", "embed"].map((name) => `${name}=${value}`).join("&");
      await radu.goto(`${product.address}/${path}${path.endsWith("/") ? value : ""}?${named}#${value}`);
      await expect.poll(() => radu.locator("body").innerText()).not.toBe("");
      expect([path, await brokenOut(radu)]).toEqual([path, []]);
    }
    expect(caught).toEqual([]);
  });
});
