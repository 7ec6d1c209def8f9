import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bubbles, composer, fillSignIn, openRoom, roomList, say, signOut } from "./people.ts";
import {
  anotherTab,
  expectDraft,
  expectMessages,
  holdUpSends,
  sent,
  shownTexts,
  startTalk,
  type Talk,
  waiting,
} from "./talk.ts";

let talk: Talk;
let ana: Page;
let radu: Page;

beforeAll(async () => {
  talk = await startTalk();
  ({ ana, radu } = talk);
});
afterEach(async () => {
  talk.link.mend();
  await ana.context().unrouteAll({ behavior: "ignoreErrors" });
});
afterAll(() => talk.end());

describe("a message arrives once over any link", () => {
  test("[SEND-1c] messages written offline, across a reload and a closed tab, arrive once and in order", async () => {
    const all = ["Fără semnal 1", "Fără semnal 2", "Fără semnal 3"];
    // The link behaves as with a weak signal: the page loads, but sends fail, even the last ones of a closing page.
    talk.link.refuse("/api/v1/publish/");
    for (const text of all) await say(ana, text);
    await waiting(ana, "Fără semnal 3").waitFor();
    expect(await ana.getByRole("button", { name: "Retrimite" }).count()).toBe(0);
    await ana.reload();
    await expectMessages(ana, "Fără semnal", all);
    const reopened = await ana.context().newPage();
    await ana.close();
    await reopened.goto(`${talk.link.address}/view/oferta.10001`);
    ana = reopened;
    await expectMessages(ana, "Fără semnal", all);
    expect(await bubbles(radu, "Fără semnal").count()).toBe(0);
    talk.link.refuse("");
    await expectMessages(radu, "Fără semnal", all);
    await sent(ana, "Fără semnal 3").waitFor();
    await expectMessages(ana, "Fără semnal", all);
  });

  test("[SEND-2] a send whose response is truncated makes one message", async () => {
    const both = ["Răspuns pierdut 1", "Răspuns pierdut 2"];
    for (const text of both) {
      talk.link.cutAnswerTo("/api/v1/publish/");
      await say(ana, text);
      await sent(ana, text).waitFor();
    }
    for (const page of [ana, radu]) {
      await expectMessages(page, "Răspuns pierdut", both);
      await page.reload();
      await expectMessages(page, "Răspuns pierdut", both);
    }
  });

  test("[SEND-1a] a page closed while sending loses nothing", async () => {
    await composer(ana).fill("În ultima clipă 1");
    await composer(ana).evaluate((field) => {
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      location.reload();
    });
    await expectMessages(radu, "În ultima clipă", ["În ultima clipă 1"]);
    await sent(ana, "În ultima clipă 1").waitFor();
    await expectMessages(ana, "În ultima clipă", ["În ultima clipă 1"]);
    expect(await composer(ana).inputValue()).toBe("");
  });

  test("[SEND-3] two offline tabs both show everything, and after reconnecting each message arrives once, in its tab's order", async () => {
    const all = ["Două file 1", "Două file 2", "Două file 3", "Două file 4"];
    const second = await anotherTab(ana);
    talk.link.cut();
    for (const [i, text] of all.entries()) {
      await say(i % 2 === 0 ? ana : second, text);
      for (const page of [ana, second]) await bubbles(page, text).waitFor();
    }
    talk.link.mend();
    for (const page of [ana, second]) for (const text of all) await sent(page, text).waitFor();
    await expect.poll(() => bubbles(radu, "Două file").count()).toBe(all.length);
    const order = await shownTexts(radu, "Două file");
    expect(order.toSorted()).toEqual(all);
    // Between tabs only the server's order counts, and everybody sees the same one.
    for (const own of [
      [all[0], all[2]],
      [all[1], all[3]],
    ]) {
      expect(order.filter((text) => own.includes(text))).toEqual(own);
    }
    for (const page of [ana, second]) await expectMessages(page, "Două file", order);
    await second.close();
  });

  test("[SEND-3][SEND-3b] each tab sends its own messages, and adopts those of a closed one, once and in order", async () => {
    const all = ["Predare 1", "Predare 2", "Predare 3"];
    const second = await anotherTab(ana);
    await holdUpSends(ana);
    const tries = { ana: 0, second: 0 };
    ana.on("request", (request) => (tries.ana += Number(request.url().includes("/publish/"))));
    second.on("request", (request) => (tries.second += Number(request.url().includes("/publish/"))));
    await say(ana, "Predare 1");
    await bubbles(second, "Predare 1").waitFor();
    await say(second, "Predare 2");
    await bubbles(ana, "Predare 2").waitFor();
    await say(ana, "Predare 3");
    for (const page of [ana, second]) await expectMessages(page, "Predare", all);
    for (const who of ["ana", "second"] as const) {
      await expect.poll(() => tries[who]).toBeGreaterThan(1);
    }
    await ana.close();
    ana = second;
    await ana.context().unrouteAll();
    for (const text of all) await sent(ana, text).waitFor();
    await expect.poll(() => bubbles(radu, "Predare").count()).toBe(all.length);
    const order = await shownTexts(radu, "Predare");
    expect(order.toSorted()).toEqual(all);
    expect(order.indexOf("Predare 1")).toBeLessThan(order.indexOf("Predare 3"));
    await expectMessages(ana, "Predare", order);
  });
});

describe("unsent text belongs to its author and room", () => {
  test("[SEND-6] drafts survive reloads and closed tabs, and two tabs do not overwrite each other's", async () => {
    await composer(ana).fill("ciornă în 10001");
    const second = await anotherTab(ana);
    await expectDraft(second, "ciornă în 10001");
    await openRoom(second, 10_002);
    await composer(second).fill("ciornă în 10002");
    await ana.reload();
    await expectDraft(ana, "ciornă în 10001");
    await second.close();
    await ana.reload();
    await expectDraft(ana, "ciornă în 10001");
    await openRoom(ana, 10_002);
    await expectDraft(ana, "ciornă în 10002");
    await composer(ana).fill("");
    await openRoom(ana, 10_001);
  });

  test("[SEND-6] sending a draft in one tab removes it from the other's composer", async () => {
    const second = await anotherTab(ana);
    await composer(ana).fill("Scris într-una 1");
    await expectDraft(second, "Scris într-una 1");
    await composer(second).press("Enter");
    await expectDraft(ana, "");
    await expectMessages(radu, "Scris într-una", ["Scris într-una 1"]);
    await second.close();
  });

  test("[SEND-7] signing out keeps unsent messages and drafts for their author, and hides them from others", async () => {
    await holdUpSends(ana);
    await say(ana, "Numai a Anei 1");
    await waiting(ana, "Numai a Anei 1").waitFor();
    await composer(ana).fill("ciorna Anei");
    await signOut(ana);
    await ana.getByText("1 mesaj nu a plecat încă.").waitFor();
    await ana.getByRole("button", { name: "Rămân" }).click();
    await signOut(ana);
    await ana.getByRole("button", { name: "Ies și le păstrez" }).click();
    // Waiting messages may still be sent until she has signed out.
    await ana.getByLabel("Utilizator").waitFor();
    await ana.context().unrouteAll({ behavior: "ignoreErrors" });
    await fillSignIn(ana, "mia", "demo");
    await roomList(ana).getByRole("link").first().waitFor();
    await openRoom(ana, 10_001);
    await expectDraft(ana, "");
    expect(await bubbles(ana, "Numai a Anei").count()).toBe(0);
    await signOut(ana);
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
    await expectDraft(ana, "ciorna Anei");
    await expectMessages(radu, "Numai a Anei", ["Numai a Anei 1"]);
  });
});
