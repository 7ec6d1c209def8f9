import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { freshMessage, like, longPress, menuOf, takeOver } from "./acting.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { bubbles, composer, messageList, openRoom, settled, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

describe("acting on messages", async () => {
  const ana = await signedIn(browser, product, "ana");
  const radu = await signedIn(browser, product, "radu");
  for (const page of [ana, radu]) await openRoom(page, 10_001);

  test("[MSG-9e] a take-over's line does not move the pressed message at the end", async () => {
    const release = async (): Promise<void> => {
      await radu.getByRole("button", { name: "Renunță la preluare", exact: true }).click();
      await radu.getByText("Nepreluată", { exact: true }).waitFor();
    };
    // Radu already holds the room.
    await release();
    const [, onRadu] = await freshMessage(ana, "La capăt", radu);
    await onRadu!.hover();
    await settled(radu);
    const before = await onRadu!.boundingBox();
    const height = () => messageList(radu).evaluate((list) => list.scrollHeight);
    const unlined = await height();
    await takeOver(onRadu!).click();
    await expect.poll(height).toBeGreaterThan(unlined);
    expect((await onRadu!.boundingBox())?.y).toBe(before?.y);
    await release();
  });

  test("[ACT-5a] the arrow keys load further messages on the way", async () => {
    await messageList(ana).focus();
    const seqs = new Set<string>();
    for (let i = 0; i < 70; i += 1) {
      await ana.keyboard.press("ArrowUp");
      await ana.waitForFunction(() => document.activeElement?.matches("article") === true);
      seqs.add((await ana.evaluate(() => (document.activeElement as HTMLElement).dataset["seq"])) ?? "");
    }
    const beginning = ana.getByText("Aici începe discuția");
    expect(seqs.size > 50 || (await beginning.count()) > 0).toBe(true);
    expect(await ana.evaluate(() => document.activeElement?.matches("article"))).toBe(true);
  });

  test("[ACT-5d] links and selected text keep the browser's menu", async () => {
    const [, onRadu] = await freshMessage(ana, "Vezi https://exemplu.ro și textul", radu);
    await radu.evaluate(() => {
      addEventListener("contextmenu", (event) => {
        document.body.dataset["own"] = String(!event.defaultPrevented);
        event.preventDefault();
      });
    });
    const isOwn = () => radu.evaluate(() => document.body.dataset["own"]);
    await onRadu!.getByRole("link").click({ button: "right" });
    expect(await isOwn()).toBe("true");
    const text = onRadu!.locator("p").first();
    await text.evaluate((element) => getSelection()?.selectAllChildren(element));
    // A press next to the text clears its selection.
    await text.click({ button: "right", position: { x: 8, y: 8 } });
    expect(await isOwn()).toBe("true");
    expect(await menuOf(radu).count()).toBe(0);
    await radu.evaluate(() => getSelection()?.removeAllRanges());
  });

  test("[ACT-5][ACT-5d][ACT-6][ACT-6c] a long press on a phone opens a sheet to select the text; on likes, the list of people", async () => {
    const phone = await signedIn(browser, product, "mihai", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await openRoom(phone, 10_005);
    await composer(phone).fill("De pe telefon");
    await phone.getByRole("button", { name: "Trimite" }).tap();
    const message = bubbles(phone, "De pe telefon");
    const rest = (on: Locator): Promise<void> => longPress(phone, on);
    await message.locator("time").waitFor();
    await rest(message.locator("[data-bubble]"));
    const sheet = phone.getByRole("dialog", { name: "Acțiuni pentru mesaj" });
    expect(await axeFindings(phone)).toEqual([]);
    for (const item of await sheet.getByRole("listitem").getByRole("button").all()) {
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await sheet.getByRole("button", { name: "Apreciază" }).tap();
    await sheet.waitFor({ state: "detached" });
    await expect.poll(() => like(message).getAttribute("aria-pressed")).toBe("true");
    await rest(like(message));
    await phone.getByRole("dialog", { name: "Cine a apreciat" }).getByText("Mihai Dobre").waitFor();
    await phone.getByRole("button", { name: "Închide" }).tap();
    await phone.getByRole("dialog").waitFor({ state: "detached" });
    // The back button closes first whatever replaced the sheet.
    await rest(message.locator("[data-bubble]"));
    await sheet.getByRole("button", { name: "Cine a apreciat" }).tap();
    const likers = phone.getByRole("dialog", { name: "Cine a apreciat" });
    await likers.waitFor();
    await phone.goBack();
    await likers.waitFor({ state: "detached" });
    expect(new URL(phone.url()).pathname).toBe("/view/oferta.10005");
    await rest(message.locator("[data-bubble]"));
    await phone.goBack();
    await sheet.waitFor({ state: "detached" });
    expect(new URL(phone.url()).pathname).toBe("/view/oferta.10005");
    await rest(message.locator("[data-bubble]"));
    await sheet.getByRole("button", { name: "Selectează textul" }).tap();
    await expect.poll(() => phone.evaluate(() => getSelection()?.toString())).toBe("De pe telefon");
  });
});
