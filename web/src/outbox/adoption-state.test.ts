import { expect, test } from "vitest";
import { pendingOf } from "../messages/pending-messages.ts";
import { answer, callRoll, change, foreign, opened, published, row, send, texts } from "../testing/outbox-rows.ts";
import { shownOf } from "../testing/held-history.ts";

const unavailable = { code: "unavailable", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;

test("[SEND-3] a tab sends what it wrote at once, whatever another tab has to send, and never what another tab is to send", () => {
  const chat = opened(foreign(1, "din alta"));
  send(chat, "de aici");
  expect(texts(chat)).toEqual(["din alta", "de aici"]);
  expect(published(chat)).toEqual(["de aici"]);
});

test("[SEND-3b] what stands in the journal at opening is asked after at once; of a tab that does not answer it is adopted and sent", () => {
  const chat = opened(foreign(1, "unu"), foreign(2, "doi"), foreign(3, "trei", { tabId: "third" }));
  expect(chat.asked("call-roll")).toHaveLength(0);
  chat.clock.pass(0);
  expect(chat.asked("call-roll")).toHaveLength(1);
  callRoll(chat, "third");
  expect(chat.asked("write-journal")).toMatchObject([
    { isNew: false, message: { clientId: "row-1", tabId: "tab" } },
    { isNew: false, message: { clientId: "row-2", tabId: "tab" } },
  ]);
  expect(published(chat)).toEqual(["unu"]);
  answer(chat, "row-1", 1);
  expect(published(chat)).toEqual(["unu", "doi"]);
  answer(chat, "row-2", 2);
  expect([published(chat), texts(chat)]).toEqual([["unu", "doi"], ["trei"]]);
});

test("[SEND-3b] a tab whose message waits is asked after every 4 s while it does, and adopted from once it is gone", () => {
  const chat = opened();
  change(chat, foreign(1, "unu"));
  chat.clock.pass(3999);
  expect(chat.asked("call-roll")).toHaveLength(0);
  chat.clock.pass(1);
  for (let calls = 1; calls < 4; calls += 1) {
    expect(chat.asked("call-roll")).toHaveLength(calls);
    callRoll(chat, "other");
    chat.clock.pass(4000);
  }
  expect(published(chat)).toEqual([]);
  callRoll(chat);
  expect(published(chat)).toEqual(["unu"]);
  chat.clock.pass(60_000);
  expect(chat.asked("call-roll")).toHaveLength(4);
});

test("[SEND-3b] nobody is asked after once the other tab has sent what it had, and failed messages are nobody's to send", () => {
  const chat = opened();
  change(chat, foreign(1, "unu"));
  chat.dispatch({ type: "outbox/row-removed", clientId: "row-1" });
  change(chat, foreign(2, "refuzat", { status: "failed", error: unavailable }));
  chat.clock.pass(60_000);
  expect([texts(chat), chat.asked("call-roll"), published(chat)]).toEqual([["refuzat"], [], []]);
});

test("[SEND-3b] of two tabs that adopt a row, both end with one bubble, whichever of them wrote last", () => {
  const [one, other] = [opened(foreign(1, "unu", { tabId: "gone" })), opened(foreign(1, "unu", { tabId: "gone" }))];
  for (const chat of [one, other]) {
    callRoll(chat);
    expect(published(chat)).toEqual(["unu"]);
  }
  // The last write is this one's tab, which both see.
  change(one, row(1, "unu", { tabId: "tab" }));
  change(other, foreign(1, "unu"));
  for (const chat of [one, other]) answer(chat, "row-1", 1);
  for (const chat of [one, other]) {
    expect([texts(chat), shownOf(chat, 1).log.length]).toEqual([[], 1]);
  }
});

test("[SEND-3c] a tab that was adopted from neither judges what it sent nor sends what comes next", () => {
  const chat = opened(row(1, "unu"), row(2, "doi"));
  for (const adopted of [foreign(1, "unu"), foreign(2, "doi")]) change(chat, adopted);
  chat.forget();
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: "row-1", error: unavailable });
  expect(pendingOf(chat.getState(), 1).map(({ status }) => status)).toEqual(["waiting", "waiting"]);
  expect([published(chat), chat.asked("write-journal")]).toEqual([[], []]);
});

test("[SEND-3b] what backed off in a tab that is gone is sent by the one that adopts it, at once unless the server put it off", () => {
  const putOff = { status: "backing-off", error: { ...unavailable, retryAfterSeconds: 30 } } as const;
  const chat = opened(foreign(1, "unu", { status: "backing-off", error: unavailable }), foreign(2, "doi"));
  const later = opened(foreign(1, "unu", { ...putOff, notBefore: chat.clock.now() + 30_000 }));
  for (const each of [chat, later]) {
    expect(published(each)).toEqual([]);
    callRoll(each);
  }
  expect([published(chat), published(later)]).toEqual([["unu"], []]);
  later.clock.pass(29_999);
  expect(published(later)).toEqual([]);
  later.clock.pass(1);
  expect(published(later)).toEqual(["unu"]);
});
