import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile } from "./browser.ts";
import {
  bubbles,
  composer,
  fillSignIn,
  listedOffers,
  messageList,
  openRoom,
  roomList,
  roomRow,
  say,
  signedIn,
} from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

/** How many elements were matched anew each time that styles were, by a trace of Chromium. */
function stylesMatched(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    traceEvents: { name: string; ph: string; args: { elementCount?: number } }[];
  };
  return traceEvents
    .filter(({ name, ph }) => name === "UpdateLayoutTree" && ph === "X")
    .map(({ args }) => args.elementCount ?? 0);
}

describe("Ana and Radu talk about offer 10001", () => {
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    ana = await signedIn(browser, product, "ana");
    radu = await signedIn(browser, product, "radu");
  });

  test("[ROOM-3][LIST-6d] each sees the rooms with their unread counts, and the sum with the list's heading or where the list is hidden", async () => {
    await roomRow(ana, 10_002).getByText("2 mesaje necitite").waitFor();
    await roomRow(ana, 10_003).getByText("1 mesaj necitit").waitFor();
    await roomRow(radu, 10_009).getByText("3 mesaje necitite").waitFor();
    await roomList(ana).getByText("3 mesaje necitite").waitFor();
    expect(await ana.getByRole("banner").getByText("necitit").count()).toBe(0);
    await ana.getByRole("button", { name: "Ascunde lista de discuții" }).click();
    await ana.getByRole("banner").getByText("3 mesaje necitite").waitFor();
    await ana.getByRole("button", { name: "Arată lista de discuții" }).click();
  });

  test("[TYPE-1] a typing line appears while the other writes, and goes after the last key", async () => {
    const line = ana.getByText("Radu Ionescu scrie…").first();
    await composer(radu).pressSequentially("Bună z");
    await line.waitFor();
    await line.waitFor({ state: "detached" });
    await composer(radu).fill("");
  });

  test("[TYPE-1] the typing line goes as soon as the message comes", async () => {
    await composer(ana).pressSequentially("Perf");
    const line = radu.getByRole("region", { name: "Conversație" }).getByText("Ana Mureșan scrie…");
    await line.waitFor();
    await composer(ana).press("Enter");
    await bubbles(radu, "Perf").last().waitFor();
    await expect.poll(() => line.count()).toBe(0);
  });

  test("[OWN-2] an own message says who has read it until all others have, also after a reload", async () => {
    const [ioana, mia] = await Promise.all([apiAs(product, "ioana"), apiAs(product, "mia")]);
    const sign = bubbles(radu, "Livrez mâine dimineață.").getByText("Citit");
    const { chats } = await ioana.get<{ chats: { id: number }[] }>("chat/oferta.10001");
    await mia.post(`read/${chats[0]?.id}`);
    await expect.poll(() => sign.innerText()).toBe("Citit de Ana Mureșan, Mia Petrescu");
    await ioana.post(`read/${chats[0]?.id}`);
    await expect.poll(() => sign.innerText()).toBe("Citit");
    await radu.reload();
    await expect.poll(() => sign.innerText()).toBe("Citit");
  });

  test("[LIST-1][LIST-1b] a message in another room moves it to the top, once no mouse is over the list, and counts as unread", async () => {
    await openRoom(ana, 10_002);
    await composer(ana).hover();
    await say(ana, "Și despre 10002.");
    await expect.poll(async () => (await listedOffers(ana))[0]).toBe(10_002);
    await roomRow(ana, 10_002).hover();
    const before = await listedOffers(ana);
    await say(radu, "Încă ceva despre 10001.");
    await roomRow(ana, 10_001).getByText("1 mesaj necitit").waitFor();
    await say(radu, "Și încă.");
    await roomRow(ana, 10_001).getByText("2 mesaje necitite").waitFor();
    expect(await listedOffers(ana)).toEqual(before);
    await composer(ana).hover();
    await expect.poll(async () => (await listedOffers(ana))[0]).toBe(10_001);
    await roomRow(ana, 10_001).getByText("2 mesaje necitite").waitFor();
    expect(await composer(ana).getAttribute("aria-label")).toContain("10002");
  });

  test("[WEB-3] a list that moves never changes where a message goes", async () => {
    await composer(ana).fill("Scris pentru 10002");
    await say(radu, "Mut eu lista.");
    await roomRow(ana, 10_001).getByText("3 mesaje necitite").waitFor();
    await composer(ana).press("Enter");
    await bubbles(ana, "Scris pentru 10002").waitFor();
    expect(await bubbles(radu, "Scris pentru 10002").count()).toBe(0);
    await openRoom(radu, 10_002);
    await bubbles(radu, "Scris pentru 10002").waitFor();
  });

  test("[LIST-3] a room that the list does not hold appears with its first message", async () => {
    expect(await roomRow(ana, 10_004).count()).toBe(0);
    await radu.goto(`${product.address}/join/10004`);
    // SEC-11: no such room exists, and a link creates none.
    const question = radu.getByRole("heading", { name: "Intri în discuție?" });
    await expect.poll(() => question.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await axeFindings(radu)).toEqual([]);
    expect(await roomRow(radu, 10_004).count()).toBe(0);
    await radu.getByRole("button", { name: "Intră în discuție" }).press("Enter");
    await composer(radu).waitFor();
    await roomRow(radu, 10_004).waitFor();
    // The first step back leaves: no entry was put between the page before and the room.
    await radu.goBack();
    expect(new URL(radu.url()).pathname).not.toMatch(/10004/);
    await roomRow(radu, 10_004).click();
    await composer(radu).waitFor();
    await ana.goto(`${product.address}/join/10004`);
    await composer(ana).waitFor();
    await say(ana, "Bună, aveți filtru pentru mașina asta?");
    await bubbles(radu, "Bună, aveți filtru").waitFor();
  });

  test("[MSG-2] a text of 4,000 characters with diacritics is sent, a longer one is refused with an explanation", async () => {
    const long = "ș".repeat(3990) + " capăt";
    await say(radu, long);
    await bubbles(ana, "capăt").first().waitFor();
    await composer(radu).fill("a".repeat(4001));
    await radu.getByText("1 caracter în plus").waitFor();
    await composer(radu).press("Enter");
    expect(await composer(radu).inputValue()).toHaveLength(4001);
    await composer(radu).fill("");
  });

  test("[PERF-12a] a key in the composer makes the browser match few elements anew", async () => {
    await openRoom(radu, 10_001);
    await composer(radu).focus();
    await composer(radu).press("a");
    await browser.startTracing(radu, { categories: ["devtools.timeline"] });
    for (const key of "merge repede") await composer(radu).press(key === " " ? "Space" : key);
    const counts = stylesMatched(await browser.stopTracing());
    expect(counts.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
    await composer(radu).fill("");
  });

  test("[MSG-1] markup in a message is text", async () => {
    await say(radu, `<img src=x onerror="document.title='rupt'"><b>tare</b>`);
    await messageList(ana).getByText(`<b>tare</b>`).waitFor();
    expect(await ana.title()).not.toContain("rupt");
  });

  test("[VISIT-1] who only looks into a room is told that nothing comes live, and talks there once they joined", async () => {
    const admin = await (await freshProfile(browser)).newPage();
    await admin.goto(`${product.address}/login?erp=1&from=/view/oferta.10001`);
    await fillSignIn(admin, "admin", "demo");
    await admin.getByText("mesajele noi nu apar singure").waitFor();
    await messageList(admin).getByRole("article").last().waitFor();
    expect(await composer(admin).count()).toBe(0);
    expect(await axeFindings(admin)).toEqual([]);
    await openRoom(radu, 10_001);
    await say(radu, "Cine se mai uită aici?");
    await bubbles(ana, "Cine se mai uită aici?").waitFor();
    expect(await bubbles(admin, "Cine se mai uită aici?").count()).toBe(0);
    await admin.getByRole("button", { name: "Intră în discuție" }).click();
    await expect.poll(() => composer(admin).evaluate((field) => field === document.activeElement)).toBe(true);
    await bubbles(admin, "Cine se mai uită aici?").waitFor();
    await say(radu, "Bun venit!");
    await bubbles(admin, "Bun venit!").waitFor();
  });
});
