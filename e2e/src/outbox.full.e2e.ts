import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { bubbles, composer, fillSignIn, openRoom, say } from "./people.ts";
import { freshProfile } from "./browser.ts";
import {
  anotherTab,
  expectMessages,
  hangDatabase,
  holdUpSends,
  sent,
  standStill,
  startTalk,
  type Talk,
  waiting,
} from "./talk.ts";

describe("a message arrives once over any link", () => {
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

  test("[SEND-1] a message shows within a frame, as sending", async () => {
    const held: Route[] = [];
    await ana.route("**/api/v1/publish/**", (route) => void held.push(route));
    await composer(ana).fill("Într-un cadru 1");
    const state = await composer(ana).evaluate(async (field) => {
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      // By the second frame, the first one has been painted.
      for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
      return [...document.querySelectorAll("article")].at(-1)?.innerText;
    });
    expect(state).toMatch(/Într-un cadru 1[^]*Se trimite/);
    for (const route of held) await route.continue();
    await ana.unroute("**/api/v1/publish/**");
    await sent(ana, "Într-un cadru 1").waitFor();
  });

  test("[SEND-1a] with a database that never responds a message is sent at once and survives the page", async () => {
    const page = await ana.context().newPage();
    await hangDatabase(page);
    await page.goto(`${talk.link.address}/view/oferta.10001`);
    await composer(page).waitFor();
    await say(page, "Bază blocată 1");
    await sent(page, "Bază blocată 1").waitFor();
    await holdUpSends(page);
    await say(page, "Bază blocată 2");
    await waiting(page, "Bază blocată 2").waitFor();
    await page.close();
    await ana.context().unrouteAll();
    for (const each of [radu, ana]) await expectMessages(each, "Bază blocată", ["Bază blocată 1", "Bază blocată 2"]);
  });

  test("[SEND-3b][SEND-3c] another tab adopts a frozen tab's messages, and the frozen one does no harm when it resumes", async () => {
    const all = ["Încremenită 1", "Încremenită 2", "Încremenită 3"];
    const second = await anotherTab(ana);
    const held: Route[] = [];
    let isFirst = true;
    const tries = { ana: 0, second: 0 };
    ana.on("request", (request) => (tries.ana += Number(request.url().includes("/publish/"))));
    second.on("request", (request) => (tries.second += Number(request.url().includes("/publish/"))));
    await ana.context().route("**/api/v1/publish/**", (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      held.push(route);
    });
    await say(ana, "Încremenită 1");
    await expect.poll(() => held.length).toBe(1);
    await say(ana, "Încremenită 2");
    await bubbles(second, "Încremenită 2").waitFor();
    const wake = await standStill(ana);
    await sent(second, "Încremenită 2").waitFor();
    await say(second, "Încremenită 3");
    await expectMessages(radu, "Încremenită", all);
    for (const route of held) await route.abort("internetdisconnected");
    await wake();
    await sent(ana, "Încremenită 3").waitFor();
    for (const page of [radu, ana, second]) await expectMessages(page, "Încremenită", all);
    expect(tries).toEqual({ ana: 1, second: 3 });
    await say(ana, "Încremenită 4");
    await expectMessages(radu, "Încremenită", [...all, "Încremenită 4"]);
    await second.close();
  });

  test("[SEND-3] a clock set back between visits lets nothing overtake waiting messages", async () => {
    const both = ["Ceas dat înapoi 1", "Ceas dat înapoi 2"];
    await holdUpSends(ana);
    await say(ana, "Ceas dat înapoi 1");
    await waiting(ana, "Ceas dat înapoi 1").waitFor();
    const earlier = await ana.context().newPage();
    await ana.close();
    await earlier.clock.setSystemTime(nowMs() - 86_400_000);
    await earlier.goto(`${talk.link.address}/view/oferta.10001`);
    await composer(earlier).waitFor();
    await say(earlier, "Ceas dat înapoi 2");
    await expectMessages(earlier, "Ceas dat înapoi", both);
    ana = await anotherTab(earlier);
    await earlier.close();
    await ana.context().unrouteAll();
    for (const page of [ana, radu]) await expectMessages(page, "Ceas dat înapoi", both);
  });

  test("[SEND-1a] sends in a browser without a database", async () => {
    const profile = await freshProfile(talk.browser);
    await profile.addInitScript(() => {
      Object.defineProperty(window, "indexedDB", {
        get: () => {
          throw new DOMException("Blocked.", "SecurityError");
        },
      });
    });
    const mihai = await profile.newPage();
    await mihai.goto(`${talk.product.address}/login`);
    await fillSignIn(mihai, "mihai", "demo");
    await openRoom(mihai, 10_005);
    const both = ["Fereastră privată 1", "Fereastră privată 2"];
    for (const text of both) await say(mihai, text);
    await sent(mihai, "Fereastră privată 2").waitFor();
    await expectMessages(mihai, "Fereastră privată", both);
    await mihai.reload();
    await expectMessages(mihai, "Fereastră privată", both);
    await profile.close();
  });
});
