import { expect, test } from "vitest";
import { pendingOf } from "../state/messages/pending-messages.ts";
import { answer, callRoll, change, foreign, opened, published, row, send, texts } from "../testing/outbox-rows.ts";
import { shownOf } from "../testing/held-history.ts";
import { callError } from "../testing/call-errors.ts";

const unavailable = callError("unavailable");

test("[SEND-3] a tab sends its own messages at once, whatever other tabs have to send, and never theirs", () => {
  const app = opened(foreign(1, "din alta"));
  send(app, "de aici");
  expect(texts(app)).toEqual(["din alta", "de aici"]);
  expect(published(app)).toEqual(["de aici"]);
});

test("[SEND-3b] rows found in the journal at opening are asked about at once, and adopted from tabs that do not respond", () => {
  const app = opened(foreign(1, "unu"), foreign(2, "doi"), foreign(3, "trei", { tabId: "third" }));
  expect(app.asked("call-roll")).toHaveLength(0);
  app.clock.pass(0);
  expect(app.asked("call-roll")).toHaveLength(1);
  callRoll(app, "third");
  expect(app.asked("write-journal")).toMatchObject([
    { isNew: false, message: { clientId: "row-1", tabId: "tab" } },
    { isNew: false, message: { clientId: "row-2", tabId: "tab" } },
  ]);
  expect(published(app)).toEqual(["unu"]);
  answer(app, "row-1", 1);
  expect(published(app)).toEqual(["unu", "doi"]);
  answer(app, "row-2", 2);
  expect([published(app), texts(app)]).toEqual([["unu", "doi"], ["trei"]]);
});

test("[SEND-3b] a tab with a waiting message is asked every 4 s, and adopted from once it is gone", () => {
  const app = opened();
  change(app, foreign(1, "unu"));
  app.clock.pass(3999);
  expect(app.asked("call-roll")).toHaveLength(0);
  app.clock.pass(1);
  for (let calls = 1; calls < 4; calls += 1) {
    expect(app.asked("call-roll")).toHaveLength(calls);
    callRoll(app, "other");
    app.clock.pass(4000);
  }
  expect(published(app)).toEqual([]);
  callRoll(app);
  expect(published(app)).toEqual(["unu"]);
  app.clock.pass(60_000);
  expect(app.asked("call-roll")).toHaveLength(4);
});

test("[SEND-3b] no roll is called once the other tab has sent everything, and failed messages are not adopted", () => {
  const app = opened();
  change(app, foreign(1, "unu"));
  app.dispatch({ type: "outbox/row-removed", clientId: "row-1" });
  change(app, foreign(2, "refuzat", { status: "failed", error: unavailable }));
  app.clock.pass(60_000);
  expect([texts(app), app.asked("call-roll"), published(app)]).toEqual([["refuzat"], [], []]);
});

test("[SEND-3b] if two tabs adopt a row, both end with one bubble, whichever wrote last", () => {
  const [one, other] = [opened(foreign(1, "unu", { tabId: "gone" })), opened(foreign(1, "unu", { tabId: "gone" }))];
  for (const app of [one, other]) {
    callRoll(app);
    expect(published(app)).toEqual(["unu"]);
  }
  // The last write wins in both tabs, and it names this one.
  change(one, row(1, "unu", { tabId: "tab" }));
  change(other, foreign(1, "unu"));
  for (const app of [one, other]) answer(app, "row-1", 1);
  for (const app of [one, other]) {
    expect([texts(app), shownOf(app, 1).log.length]).toEqual([[], 1]);
  }
});

test("[SEND-3c] a tab that was adopted from neither judges its send nor starts the next one", () => {
  const app = opened(row(1, "unu"), row(2, "doi"));
  for (const adopted of [foreign(1, "unu"), foreign(2, "doi")]) change(app, adopted);
  app.forget();
  app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "row-1", error: unavailable });
  expect(pendingOf(app.getState(), 1).map(({ status }) => status)).toEqual(["waiting", "waiting"]);
  expect([published(app), app.asked("write-journal")]).toEqual([[], []]);
});

test("[SEND-3b] a message backing off in a closed tab is sent by its adopter, at once unless the server asked for a pause", () => {
  const putOff = { status: "backing-off", error: { ...unavailable, retryAfterSeconds: 30 } } as const;
  const app = opened(foreign(1, "unu", { status: "backing-off", error: unavailable }), foreign(2, "doi"));
  const later = opened(foreign(1, "unu", { ...putOff, notBefore: app.clock.now() + 30_000 }));
  for (const each of [app, later]) {
    expect(published(each)).toEqual([]);
    callRoll(each);
  }
  expect([published(app), published(later)]).toEqual([["unu"], []]);
  later.clock.pass(29_999);
  expect(published(later)).toEqual([]);
  later.clock.pass(1);
  expect(published(later)).toEqual(["unu"]);
});
