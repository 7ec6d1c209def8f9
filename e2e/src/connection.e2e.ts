import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { expectSameUnread, numbered, unreadOnPage, unreadOnServer, upTo } from "./catching-up.ts";
import { expectLast, join, linesOf, reload } from "./lines-between.ts";
import { look } from "./looking.ts";
import { awaitConnected, bubbles, composer, openRoom, say, settled } from "./people.ts";
import { startTalk, type Talk } from "./talk.ts";

let talk: Talk;
let anaCalls: Caller;
let raduCalls: Caller;
beforeAll(async () => {
  talk = await startTalk({ LIMITS: "off" });
  [anaCalls, raduCalls] = await Promise.all([apiAs(talk.product, "ana"), apiAs(talk.product, "radu")]);
});
afterAll(() => talk.end());

const banner = (page: Page) => page.getByText("Fără conexiune. Poți scrie: mesajele pleacă singure când revine.");

describe("quiet lines between the messages", () => {
  test("[MSG-9] joins and leaves show between messages live, are read aloud, and remain after a reload", async () => {
    const { ana, radu } = talk;
    const vlad = await apiAs(talk.product, "vlad");
    const roomId = await join(vlad);
    for (const page of [ana, radu]) await expectLast(page, "Vlad Georgescu s-a alăturat");
    await ana.getByRole("log").getByText("Vlad Georgescu s-a alăturat").waitFor({ state: "attached" });
    await say(radu, "Bună, Vlad");
    await bubbles(ana, "Bună, Vlad").waitFor();
    await vlad.post(`leave/${roomId}`);
    for (const page of [ana, radu]) await expectLast(page, "Vlad Georgescu s-a alăturat", "Vlad Georgescu a ieșit");
    expect(await axeFindings(ana)).toEqual([]);
    const live = await linesOf(ana);
    await reload(ana);
    await expectLast(ana, ...live);
  });
});

describe("losing and regaining the connection", () => {
  test("[CONN-2][RUN-4a] reconnects after a server crash, with old messages kept and new ones flowing", async () => {
    const { ana, radu, product } = talk;
    await say(radu, "Spus înainte de pană.");
    await bubbles(ana, "Spus înainte de pană.").waitFor();
    await product.crashAndRestart(() => awaitConnected(ana, false));
    for (const page of [ana, radu]) await awaitConnected(page);
    await say(radu, "Am revenit după pană.");
    await bubbles(ana, "Am revenit după pană.").waitFor();
    await reload(ana);
    await bubbles(ana, "Spus înainte de pană.").waitFor();
  });

  test("[CONN-1] an offline page is marked as such, and catches up when it reconnects", async () => {
    const { ana, radu, link } = talk;
    await awaitConnected(ana);
    link.cut();
    await banner(ana).waitFor();
    await say(radu, "Scris cât erai offline.");
    await bubbles(radu, "Scris cât erai offline.").waitFor();
    link.mend();
    await bubbles(ana, "Scris cât erai offline.").waitFor();
    expect(await bubbles(ana, "Scris cât erai offline.").count()).toBe(1);
    await banner(ana).waitFor({ state: "detached" });
  });

  test("[CONN-4][CONN-4a] on a dead network a send raises the banner, and the message is sent when the network is back", async () => {
    const { ana, radu, link } = talk;
    await awaitConnected(ana);
    link.swallow();
    await composer(ana).fill("Scris pe o rețea moartă");
    await composer(ana).press("Enter");
    await banner(ana).waitFor();
    link.mend();
    await bubbles(radu, "Scris pe o rețea moartă").waitFor();
    await awaitConnected(ana);
    expect(await bubbles(radu, "Scris pe o rețea moartă").count()).toBe(1);
  });
});

describe("missed events arrive once, in order, after a reconnect", () => {
  async function cut(): Promise<void> {
    await awaitConnected(talk.ana);
    talk.link.cut();
    await awaitConnected(talk.ana, false);
  }

  /** Waits for a failed attempt to reconnect. */
  async function triedInVain(page: Page): Promise<void> {
    const socket = await page.waitForEvent("websocket");
    if (!socket.isClosed()) await new Promise((resolve) => void socket.once("close", resolve));
  }

  test("[SYNC-4] thirty messages in two rooms, reads and a newcomer while the link was cut", async () => {
    const { ana, link, product } = talk;
    const ioana = await apiAs(product, "ioana");
    const { rooms: before } = await unreadOnServer(anaCalls);
    await cut();
    for (const n of upTo(15)) {
      await raduCalls.post("publish/oferta.10001", { message: `Prima ${n}` });
      await raduCalls.post("publish/oferta.10002", { message: `A doua ${n}` });
    }
    await ioana.post("read/oferta.10001");
    await ioana.post("leave/oferta.10003");
    await ioana.post("join", { type: 1, channel: "10003" });
    await triedInVain(ana);
    expect(await bubbles(ana, "Prima").count()).toBe(0);
    link.mend();
    await expect.poll(() => numbered(ana, "Prima")).toEqual(upTo(15));
    await expectSameUnread(ana, anaCalls);
    expect((await unreadOnPage(ana)).rooms["10002"]).toBe((before["10002"] ?? 0) + 15);
    await openRoom(ana, 10_002);
    await expect.poll(() => numbered(ana, "A doua")).toEqual(upTo(15));
    await openRoom(ana, 10_001);
    await expect.poll(() => numbered(ana, "Prima")).toEqual(upTo(15));
    await expectSameUnread(ana, anaCalls);
  });

  test("[SYNC-2] a background tab that lost its link has caught up when shown, with nothing marked read", async () => {
    const { ana, link } = talk;
    await ana.clock.install();
    await look(ana, false);
    await cut();
    for (const n of upTo(3)) await raduCalls.post("publish/oferta.10001", { message: `Ascuns ${n}` });
    link.mend();
    await awaitConnected(ana);
    await expect.poll(() => numbered(ana, "Ascuns")).toEqual(upTo(3));
    await settled(ana);
    // Much longer than WEB-4's two seconds.
    await ana.clock.runFor(10_000);
    await raduCalls.post("publish/oferta.10001", { message: "Ascuns 4" });
    await expect.poll(() => numbered(ana, "Ascuns")).toEqual(upTo(4));
    expect((await unreadOnServer(anaCalls)).rooms["10001"]).toBe(4);
    await expectSameUnread(ana, anaCalls);
    await look(ana, true);
    await expect.poll(async () => (await unreadOnServer(anaCalls)).rooms["10001"] ?? 0).toBe(0);
    await expectSameUnread(ana, anaCalls);
    expect(await numbered(ana, "Ascuns")).toEqual(upTo(4));
  });
});
