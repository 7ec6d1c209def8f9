import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bubbles, composer, messageList, roomRow, say } from "./people.ts";
import { expectMessages, sent, startTalk, type Talk } from "./talk.ts";

describe("one call that fails while everything else goes on", () => {
  let talk: Talk;
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    talk = await startTalk();
    ({ ana, radu } = talk);
  });
  afterEach(() => ana.context().unrouteAll({ behavior: "ignoreErrors" }));
  afterAll(() => talk.end());

  /** Ana's calls to a path fail until she stops it. */
  const failCalls = (path: string, status: number) =>
    ana.context().route(`**/api/v1/${path}`, (route) =>
      route.fulfill({
        status,
        contentType: "application/json",
        body: JSON.stringify({ message: "x", code: status === 503 ? "unavailable" : "unexpected" }),
      }),
    );

  test("[SYNC-8][SYNC-8a] a conversation whose messages did not load says so above what comes after them, and loads by itself", async () => {
    await say(radu, "Dinainte, pentru istoric");
    await sent(radu, "Dinainte, pentru istoric").waitFor();
    await failCalls("chat/*/1*", 503);
    await ana.reload();
    await composer(ana).waitFor();
    await ana.getByText("Mesajele nu s-au încărcat").waitFor();
    await say(ana, "Scris fără istoric");
    await bubbles(ana, "Scris fără istoric").waitFor();
    const notice = messageList(ana).locator("..").getByText("Mesajele nu s-au încărcat");
    await notice.waitFor();
    expect(await messageList(ana).getByText("Mesaje necitite").count()).toBe(0);
    await ana.context().unrouteAll();
    await bubbles(ana, "Dinainte, pentru istoric").waitFor();
    await notice.waitFor({ state: "detached" });
    expect(await bubbles(ana, "Scris fără istoric").count()).toBe(1);
  });

  test("[WEB-5] what waits from an earlier visit is shown and leaves also where the list does not come at first", async () => {
    await failCalls("publish/**", 503);
    await say(ana, "Rămas 1");
    await bubbles(ana, "Rămas 1").getByText("Așteaptă serverul", { exact: true }).waitFor();
    await failCalls("all/1", 503);
    await ana.reload();
    await bubbles(ana, "Rămas 1").waitFor();
    await ana.context().unrouteAll();
    await expectMessages(radu, "Rămas", ["Rămas 1"]);
    await roomRow(ana, 10_001).waitFor();
  });
});
