import { freshMessage, labels, like, menuOf, takeOver } from "./acting.ts";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, sizes } from "./browser.ts";
import {
  awaitConnected,
  bubbles,
  composer,
  fillSignIn,
  messageList,
  openRoom,
  say,
  settled,
  signedIn,
} from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

const isAction = (answer: { url: () => string }): boolean => answer.url().includes("/action/");

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.getAttribute("aria-label") ?? ""}`);

describe("acting on messages", async () => {
  const ana = await signedIn(browser, product, "ana");
  const radu = await signedIn(browser, product, "radu");
  const ioana = await signedIn(browser, product, "ioana");
  for (const page of [ana, radu, ioana]) await openRoom(page, 10_001);

  test("[MSG-9e] the line of a take-over does not move the message at the end that was pressed", async () => {
    const [, onRadu] = await freshMessage(ana, "La capăt", radu);
    await onRadu!.hover();
    await settled(radu);
    const before = await onRadu!.boundingBox();
    const height = () => messageList(radu).evaluate((list) => list.scrollHeight);
    const unlined = await height();
    await takeOver(onRadu!).click();
    await expect.poll(height).toBeGreaterThan(unlined);
    expect((await onRadu!.boundingBox())?.y).toBe(before?.y);
    await radu.getByRole("button", { name: "Renunță la preluare", exact: true }).click();
    await radu.getByText("Nepreluată", { exact: true }).waitFor();
  });

  test("[ACT-5][ACT-5a][ACT-7] by keyboard alone: through the messages, into the actions, to the menu and back to the composer", async () => {
    const [, onRadu] = await freshMessage(ana, "Doar din taste", radu);
    await radu.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await messageList(radu).focus();
    await radu.keyboard.press("ArrowUp");
    await radu.waitForFunction(() => document.activeElement?.tagName === "ARTICLE");
    await radu.keyboard.press("Tab");
    await radu.keyboard.press("Enter");
    await expect.poll(() => like(onRadu!).getAttribute("aria-pressed")).toBe("true");
    await radu.keyboard.press("Escape");
    expect(await focused(radu)).toMatch(/^ARTICLE/);
    await radu.keyboard.press("Shift+F10");
    await menuOf(radu).waitFor();
    await menuOf(radu).getByRole("menuitem", { name: "Copiază linkul" }).focus();
    await radu.keyboard.press("Enter");
    await onRadu!.getByText("Copiat.").waitFor();
    const seq = await onRadu!.getAttribute("data-seq");
    const address = `${product.address}/view/oferta.10001?m=${seq}`;
    expect(await radu.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await expect.poll(() => focused(radu)).toMatch(/^ARTICLE/);
    await radu.keyboard.press("Escape");
    expect(await focused(radu)).toMatch(/^TEXTAREA/);
  });

  test("[ACT-5a] the arrows walk on over messages that have to be loaded", async () => {
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

  test("[ACT-5d] links and selected text have the browser's own menu", async () => {
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
    await onRadu!
      .locator("p")
      .first()
      .evaluate((text) => getSelection()?.selectAllChildren(text));
    await onRadu!.click({ button: "right" });
    expect(await isOwn()).toBe("true");
    expect(await menuOf(radu).count()).toBe(0);
    await radu.evaluate(() => getSelection()?.removeAllRanges());
  });

  test("[ACT-4b] without a connection it is told at the message, and nothing is sent later", async () => {
    const [, onRadu] = await freshMessage(ana, "Fără rețea", radu);
    const asked: string[] = [];
    radu.on("request", (request) => isAction(request) && asked.push(request.url()));
    await radu.context().setOffline(true);
    await awaitConnected(radu, false);
    await onRadu!.hover();
    await like(onRadu!).click();
    await onRadu!.getByText(/^Fără conexiune: nu s-a trimis nimic/).waitFor();
    expect(await like(onRadu!).getAttribute("aria-pressed")).toBe("false");
    await radu.context().setOffline(false);
    await awaitConnected(radu);
    await say(radu, "Iar cu rețea");
    await bubbles(ana, "Iar cu rețea").waitFor();
    expect(asked).toEqual([]);
  });

  test("[ACT-5][ACT-5c][ACT-6a][ACT-6c] on a phone a long press opens a sheet, from which the text is selected; on the likes, who they are of", async () => {
    const phone = await signedIn(browser, product, "mihai", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await openRoom(phone, 10_005);
    await composer(phone).fill("De pe telefon");
    await phone.getByRole("button", { name: "Trimite" }).tap();
    const message = bubbles(phone, "De pe telefon");
    const touch = await phone.context().newCDPSession(phone);
    const rest = async (on: Locator): Promise<void> => {
      const box = (await on.boundingBox())!;
      const point = { x: box.x + 12, y: box.y + box.height / 2 };
      await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
      await phone.getByRole("dialog").waitFor();
      await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
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
    // What opens in the place of the sheet has the next press of back.
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

  test("[ACT-5b] a visitor may copy and nothing else", async () => {
    const admin = await (await freshProfile(browser)).newPage();
    await admin.goto(`${product.address}/login?erp=1&from=/view/oferta.10001`);
    await fillSignIn(admin, "admin", "demo");
    const message = messageList(admin).getByRole("article").last();
    await message.waitFor();
    await message.click({ button: "right" });
    expect((await labels(admin)).filter((label) => !/^(?:Cine a apreciat|Redu la tăcere)/.test(label))).toEqual([
      "Copiază textul",
      "Copiază linkul",
    ]);
    expect(await composer(admin).count()).toBe(0);
  });
});
