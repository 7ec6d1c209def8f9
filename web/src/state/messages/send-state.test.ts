import { expect, test } from "vitest";
import { stageOf } from "./sending-stage.ts";
import { unsentCount } from "../selectors.ts";
import { ana, message, signedInAna } from "../../testing/people.ts";
import { failSend, pending, published, sentId, statuses, writing } from "../../testing/outbox-rows.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { readRow } from "../../outbox/journal.ts";
import { retryAfterMs } from "../retries/retry-delay.ts";
import { callError } from "../../testing/call-errors.ts";

test.each(["answer", "echo"])("[SEND-2] response and echo make one message; the %s may come first", (first) => {
  const app = writing("Bună");
  const clientId = sentId(app);
  const stored = message(1, 1, { author: ana, clientId, text: "Bună" });
  const answer = () => app.dispatch({ type: "outbox/published", clientId, message: stored });
  const echo = () =>
    app.dispatch({
      type: "sync/events-received",
      events: [{ kind: "message", origin: "live", roomId: 1, seq: 1, message: stored }],
    });
  for (const arrive of first === "answer" ? [answer, echo] : [echo, answer]) arrive();
  expect(statuses(app)).toEqual([]);
  expect(app.getState().timelines[1]?.ranges[0]?.log.length).toBe(1);
  expect(published(app)).toEqual(["Bună"]);
});

test("[SEND-2] a failure after the echo changes nothing", () => {
  const app = writing("unu");
  const clientId = sentId(app);
  app.dispatch({ type: "outbox/published", clientId, message: message(1, 1, { author: ana, clientId }) });
  failSend(app, callError("offline"));
  expect(statuses(app)).toEqual([]);
});

test.each(["offline", "timeout", "unavailable", "too_many_requests"] as const)(
  "[SEND-4] %s is temporary: the message waits, is sent again under its own id, and nothing overtakes it",
  (code) => {
    const app = writing("unu", "doi");
    const clientId = sentId(app);
    failSend(app, callError(code));
    expect(statuses(app)).toEqual(["backing-off", "waiting"]);
    app.clock.pass(1000);
    expect(app.asked("call-publish").map((asked) => asked.clientId)).toEqual([clientId, clientId]);
    expect(published(app)).toEqual(["unu", "unu"]);
  },
);

test.each(["invalid", "forbidden", "not_found", "too_large", "malformed", "conflict"] as const)(
  "[SEND-4a] %s is final: the message has failed with its reason, and does not block the next",
  (code) => {
    const app = writing("unu", "doi");
    failSend(app, callError(code));
    expect(pending(app)).toMatchObject([{ status: "failed", error: { code } }, { status: "sending" }]);
    expect(app.asked("write-journal").at(-1)).toMatchObject({
      message: { text: "unu", status: "failed" },
      isNew: false,
    });
    app.clock.pass(120_000);
    expect(published(app)).toEqual(["unu", "doi"]);
  },
);

test("[SEND-4a] a message on which the server keeps failing finally fails", () => {
  const app = writing("unu");
  for (let attempt = 1; attempt < 5; attempt += 1) {
    failSend(app, callError("unexpected"));
    expect(statuses(app)).toEqual(["backing-off"]);
    app.clock.pass(30_000);
  }
  failSend(app, callError("unexpected"));
  expect(statuses(app)).toEqual(["failed"]);
  expect(published(app)).toHaveLength(5);
});

test("[SEND-4] a returning connection sends waiting messages at once, but not those that the server paused", () => {
  const app = writing("unu");
  failSend(app, callError("offline"));
  app.dispatch({ type: "connection/connected" });
  expect(published(app)).toEqual(["unu", "unu"]);
  failSend(app, callError("too_many_requests", 7));
  app.dispatch({ type: "connection/connected" });
  app.clock.pass(6999);
  expect(published(app)).toHaveLength(2);
  app.clock.pass(1);
  expect(published(app)).toHaveLength(3);
});

test("[SEND-4] before Retry-After neither looking at the window nor retrying the connection sends; a returning server does", () => {
  const app = writing("unu");
  failSend(app, callError("unavailable", 30));
  app.clock.pass(10_000);
  app.dispatch({ type: "outbox/resume-hinted" });
  app.dispatch({ type: "connection/retry-asked" });
  expect(published(app)).toHaveLength(1);
  app.dispatch({ type: "connection/connected" });
  expect(published(app)).toHaveLength(2);
  failSend(app, callError("unavailable", 30));
  app.clock.pass(29_999);
  expect(published(app)).toHaveLength(2);
  app.clock.pass(1);
  expect(published(app)).toHaveLength(3);
  failSend(app, callError("unavailable"));
  app.dispatch({ type: "outbox/resume-hinted" });
  expect(published(app)).toHaveLength(4);
});

test.each(["unavailable", "too_many_requests"] as const)(
  "[SEND-4] %s: the next page, or one after a reload, does not send before Retry-After either",
  (code) => {
    const app = writing("unu");
    failSend(app, callError(code, 30));
    const left: unknown = JSON.parse(JSON.stringify(app.asked("write-journal").at(-1)!.message));
    const next = createTestApp("silent");
    next.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
    next.clock.pass(1000);
    next.dispatch({ type: "outbox/opened", tabId: "tab", rows: [readRow(left)!] });
    for (const type of ["connection/connected", "outbox/resume-hinted", "connection/retry-asked"] as const)
      next.dispatch({ type });
    next.clock.pass(28_999);
    expect(published(next)).toEqual([]);
    next.clock.pass(1);
    expect(published(next)).toEqual(["unu"]);
  },
);

test("[SEND-4] a clock set back delays nothing for longer than requested", () => {
  const app = writing("unu");
  failSend(app, callError("unavailable", 30));
  const [message] = pending(app);
  expect([1000, -3_600_000].map((ms) => retryAfterMs(message!, app.clock.now() + ms))).toEqual([29_000, 0]);
});

test("[SEND-4] a waiting message is shown as waiting, with all those after it, and never as failed", () => {
  const app = writing("unu", "doi");
  const stages = (): string[] => pending(app).map((one) => stageOf(app.getState(), one));
  expect(stages()).toEqual(["sending", "sending"]);
  failSend(app, callError("offline"));
  expect(stages()).toEqual(["waiting", "waiting"]);
  app.dispatch({ type: "connection/connected" });
  expect(stages()).toEqual(["sending", "sending"]);
  failSend(app, callError("too_many_requests", 3));
  expect(stages()).toEqual(["queued", "queued"]);
});

test("[SEND-5][SEND-2] a failed message is sent again under its own id", () => {
  const app = writing("unu");
  const clientId = sentId(app);
  failSend(app, callError("forbidden"));
  app.dispatch({ type: "outbox/retry-asked", roomId: 1, clientId });
  expect(statuses(app)).toEqual(["sending"]);
  expect(sentId(app)).toBe(clientId);
  expect(app.asked("write-journal").at(-1)).toMatchObject({ message: { status: "waiting", error: null } });
});

test("[SEND-5] a retry during another send waits for it", () => {
  const app = writing("unu", "doi");
  const clientId = sentId(app);
  failSend(app, callError("invalid"));
  app.dispatch({ type: "outbox/retry-asked", roomId: 1, clientId });
  expect(statuses(app)).toEqual(["waiting", "sending"]);
  expect(published(app)).toEqual(["unu", "doi"]);
  const second = sentId(app);
  app.dispatch({
    type: "outbox/published",
    clientId: second,
    message: message(1, 1, { author: ana, clientId: second }),
  });
  expect(published(app)).toEqual(["unu", "doi", "unu"]);
});

test("[SEND-5] only failed messages can be deleted or edited: others may be stored already", () => {
  const app = writing("unu", "doi");
  for (const { clientId } of pending(app)) {
    app.dispatch({ type: "outbox/pending-deleted", roomId: 1, clientId });
    app.dispatch({ type: "outbox/edit-asked", roomId: 1, clientId });
  }
  expect(statuses(app)).toEqual(["sending", "waiting"]);
  failSend(app, callError("invalid"));
  app.dispatch({ type: "outbox/pending-deleted", roomId: 1, clientId: pending(app)[0]!.clientId });
  expect(pending(app).map(({ text }) => text)).toEqual(["doi"]);
  expect(app.asked("remove-from-journal")).toMatchObject([{ sent: [] }]);
});

test("[SEND-7] signing out asks first if something is unsent, and follows the answer", () => {
  const app = writing("unu");
  app.dispatch({ type: "sign-out/asked" });
  expect([app.getState().isSigningOut, app.getState().session.phase]).toEqual([true, "signed-in"]);
  app.dispatch({ type: "sign-out/put-off" });
  expect([app.getState().isSigningOut, unsentCount(app.getState())]).toEqual([false, 1]);
  app.dispatch({ type: "sign-out/asked", unsent: "delete" });
  expect(app.getState().session.phase).toBe("signed-out");
  expect(app.asked("forget-drafts")).toEqual([{ type: "forget-drafts", owner: "customer.1" }]);
});

test("[SEND-7] signing out with deletion deletes unsent messages in any state, and sends none first", () => {
  const app = writing("unu", "doi");
  failSend(app, callError("unavailable"));
  app.dispatch({ type: "sign-out/asked" });
  app.forget();
  for (const { clientId } of pending(app)) app.dispatch({ type: "outbox/pending-deleted", roomId: 1, clientId });
  app.dispatch({ type: "sign-out/asked", unsent: "delete" });
  expect(app.asked("remove-from-journal").map(({ clientIds }) => clientIds.length)).toEqual([1, 1]);
  expect([published(app), app.getState().session.phase]).toEqual([[], "signed-out"]);
});

test("[SEND-7] keeping unsent messages deletes nothing; without any, the page asks nothing and deletes drafts", () => {
  const keeping = writing("unu");
  keeping.dispatch({ type: "sign-out/asked", unsent: "keep" });
  const empty = writing();
  empty.dispatch({ type: "sign-out/asked" });
  for (const app of [keeping, empty]) {
    expect(app.getState().session.phase).toBe("signed-out");
    expect(app.asked("remove-from-journal")).toEqual([]);
  }
  expect(keeping.asked("forget-drafts")).toEqual([]);
  expect(empty.asked("forget-drafts")).toEqual([{ type: "forget-drafts", owner: "customer.1" }]);
});

test("[SEND-5a] a failure in a room that the person left is reported with the start of the message; in a listed room it is not", () => {
  const app = writing("ă".repeat(61));
  app.dispatch({ type: "rooms/room-gone", roomId: 1 });
  failSend(app, callError("not_found"));
  expect(statuses(app)).toEqual(["failed"]);
  app.clock.pass(0);
  expect(app.getState().alerts.at(-1)).toMatchObject({
    type: "danger",
    text: { key: "alerts.messageNotSent", quote: `${"ă".repeat(60)}…` },
  });
  const other = writing("unu");
  failSend(other, callError("not_found"));
  other.clock.pass(0);
  expect(other.getState().alerts).toEqual([]);
});
