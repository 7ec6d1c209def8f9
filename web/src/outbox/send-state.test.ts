import { expect, test } from "vitest";
import { pendingOf } from "../messages/pending-messages.ts";
import { stageOf } from "../messages/message-stage.ts";
import { resendDelayMs } from "../state/call-retry.ts";
import type { CallError } from "../state/entities.ts";
import { unsentCount } from "../state/selectors.ts";
import { ana, message, room, signedInAna } from "../testing/people.ts";
import { createAnasChat, createTestChat, type TestChat } from "../testing/test-chat.ts";
import { readRow } from "./journal.ts";
import { retryAfterMs } from "./send-state.ts";

const error = (code: CallError["code"], retryAfterSeconds: number | null = null): CallError => ({
  code,
  message: "",
  fieldErrors: {},
  retryAfterSeconds,
});

function opened(...written: string[]): TestChat {
  const chat = createAnasChat(room(1), room(2));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  chat.forget();
  for (const text of written) chat.dispatch({ type: "messages/send-asked", roomId: 1, text });
  return chat;
}

const pending = (chat: TestChat) => pendingOf(chat.getState(), 1);
const statuses = (chat: TestChat): string[] => pending(chat).map(({ status }) => status);
const published = (chat: TestChat): string[] => chat.asked("call-publish").map(({ text }) => text);
const sentId = (chat: TestChat): string => chat.asked("call-publish").at(-1)!.clientId;

const fail = (chat: TestChat, why: CallError): void =>
  chat.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: sentId(chat), error: why });

test.each(["answer", "echo"])("[SEND-2] answer and echo make one message; the %s may come first", (first) => {
  const chat = opened("Bună");
  const clientId = sentId(chat);
  const stored = message(1, 1, { author: ana, clientId, text: "Bună" });
  const answer = () => chat.dispatch({ type: "messages/published", clientId, message: stored });
  const echo = () =>
    chat.dispatch({
      type: "sync/events-received",
      events: [{ kind: "message", origin: "live", roomId: 1, seq: 1, message: stored }],
    });
  for (const arrive of first === "answer" ? [answer, echo] : [echo, answer]) arrive();
  expect(statuses(chat)).toEqual([]);
  expect(chat.getState().timelines[1]?.ranges[0]?.log.length).toBe(1);
  expect(published(chat)).toEqual(["Bună"]);
});

test("[SEND-2] a failure that comes after the echo changes nothing", () => {
  const chat = opened("unu");
  const clientId = sentId(chat);
  chat.dispatch({ type: "messages/published", clientId, message: message(1, 1, { author: ana, clientId }) });
  fail(chat, error("offline"));
  expect(statuses(chat)).toEqual([]);
});

test.each(["offline", "timeout", "unavailable", "too_many_requests"] as const)(
  "[SEND-4] %s passes by itself: the message waits, is sent again under its own id, and nothing overtakes it",
  (code) => {
    const chat = opened("unu", "doi");
    const clientId = sentId(chat);
    fail(chat, error(code));
    expect(statuses(chat)).toEqual(["backing-off", "waiting"]);
    chat.clock.pass(1000);
    expect(chat.asked("call-publish").map((asked) => asked.clientId)).toEqual([clientId, clientId]);
    expect(published(chat)).toEqual(["unu", "unu"]);
  },
);

test.each(["invalid", "forbidden", "not_found", "too_large", "malformed", "conflict"] as const)(
  "[SEND-4a] %s is final: the message has failed with its reason, and does not hold up the next",
  (code) => {
    const chat = opened("unu", "doi");
    fail(chat, error(code));
    expect(pending(chat)).toMatchObject([{ status: "failed", error: { code } }, { status: "sending" }]);
    expect(chat.asked("write-journal").at(-1)).toMatchObject({
      message: { text: "unu", status: "failed" },
      isNew: false,
    });
    chat.clock.pass(120_000);
    expect(published(chat)).toEqual(["unu", "doi"]);
  },
);

test("[SEND-4a] a server that fails over one message again and again fails it in the end", () => {
  const chat = opened("unu");
  for (let attempt = 1; attempt < 5; attempt += 1) {
    fail(chat, error("unexpected"));
    expect(statuses(chat)).toEqual(["backing-off"]);
    chat.clock.pass(30_000);
  }
  fail(chat, error("unexpected"));
  expect(statuses(chat)).toEqual(["failed"]);
  expect(published(chat)).toHaveLength(5);
});

test("[SEND-4] the connection's return sends what waits at once, but not what the server put off", () => {
  const chat = opened("unu");
  fail(chat, error("offline"));
  chat.dispatch({ type: "connection/connected" });
  expect(published(chat)).toEqual(["unu", "unu"]);
  fail(chat, error("too_many_requests", 7));
  chat.dispatch({ type: "connection/connected" });
  chat.clock.pass(6999);
  expect(published(chat)).toHaveLength(2);
  chat.clock.pass(1);
  expect(published(chat)).toHaveLength(3);
});

test("[SEND-4] before Retry-After neither a look at the window nor asking for the connection sends; its return does", () => {
  const chat = opened("unu");
  fail(chat, error("unavailable", 30));
  chat.clock.pass(10_000);
  chat.dispatch({ type: "outbox/resume-hinted" });
  chat.dispatch({ type: "connection/retry-asked" });
  expect(published(chat)).toHaveLength(1);
  chat.dispatch({ type: "connection/connected" });
  expect(published(chat)).toHaveLength(2);
  fail(chat, error("unavailable", 30));
  chat.clock.pass(29_999);
  expect(published(chat)).toHaveLength(2);
  chat.clock.pass(1);
  expect(published(chat)).toHaveLength(3);
  fail(chat, error("unavailable"));
  chat.dispatch({ type: "outbox/resume-hinted" });
  expect(published(chat)).toHaveLength(4);
});

test.each(["unavailable", "too_many_requests"] as const)(
  "[SEND-4] %s: the next page, or the one after a reload, does not send before Retry-After either",
  (code) => {
    const chat = opened("unu");
    fail(chat, error(code, 30));
    const left: unknown = JSON.parse(JSON.stringify(chat.asked("write-journal").at(-1)!.message));
    const next = createTestChat("silent");
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

test("[SEND-4] a clock that was put back holds nothing up for longer than was asked", () => {
  const chat = opened("unu");
  fail(chat, error("unavailable", 30));
  const [message] = pending(chat);
  expect([1000, -3_600_000].map((ms) => retryAfterMs(message!, chat.clock.now() + ms))).toEqual([29_000, 0]);
});

test("[SEND-4] the waits double from a second to half a minute, are spread by half, and never undercut the server's own", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => resendDelayMs(attempts, "ffff0000-0000", null));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(resendDelayMs(1, "00000000-0000", null)).toBe(500);
  expect(resendDelayMs(1, "ffff0000-0000", 20)).toBe(20_000);
});

test("[SEND-4] what waits is called waiting, with all that stands behind it, and never failed", () => {
  const chat = opened("unu", "doi");
  const stages = (): string[] => pending(chat).map((one) => stageOf(chat.getState(), one));
  expect(stages()).toEqual(["sending", "sending"]);
  fail(chat, error("offline"));
  expect(stages()).toEqual(["waiting", "waiting"]);
  chat.dispatch({ type: "connection/connected" });
  expect(stages()).toEqual(["sending", "sending"]);
  fail(chat, error("too_many_requests", 3));
  expect(stages()).toEqual(["queued", "queued"]);
});

test("[SEND-5][SEND-2a] a failed message is sent again under its own id", () => {
  const chat = opened("unu");
  const clientId = sentId(chat);
  fail(chat, error("forbidden"));
  chat.dispatch({ type: "messages/retry-asked", roomId: 1, clientId });
  expect(statuses(chat)).toEqual(["sending"]);
  expect(sentId(chat)).toBe(clientId);
  expect(chat.asked("write-journal").at(-1)).toMatchObject({ message: { status: "waiting", error: null } });
});

test("[SEND-5] sent again while another is under way, it waits for that one", () => {
  const chat = opened("unu", "doi");
  const clientId = sentId(chat);
  fail(chat, error("invalid"));
  chat.dispatch({ type: "messages/retry-asked", roomId: 1, clientId });
  expect(statuses(chat)).toEqual(["waiting", "sending"]);
  expect(published(chat)).toEqual(["unu", "doi"]);
  const second = sentId(chat);
  chat.dispatch({
    type: "messages/published",
    clientId: second,
    message: message(1, 1, { author: ana, clientId: second }),
  });
  expect(published(chat)).toEqual(["unu", "doi", "unu"]);
});

test("[SEND-5] only what has failed can be deleted or edited: what may be stored already cannot be taken back", () => {
  const chat = opened("unu", "doi");
  for (const { clientId } of pending(chat)) {
    chat.dispatch({ type: "messages/pending-deleted", roomId: 1, clientId });
    chat.dispatch({ type: "messages/edit-asked", roomId: 1, clientId });
  }
  expect(statuses(chat)).toEqual(["sending", "waiting"]);
  fail(chat, error("invalid"));
  chat.dispatch({ type: "messages/pending-deleted", roomId: 1, clientId: pending(chat)[0]!.clientId });
  expect(pending(chat).map(({ text }) => text)).toEqual(["doi"]);
  expect(chat.asked("settle-journal")).toMatchObject([{ sent: [] }]);
});

test("[SEND-7b] signing out asks first when something has not left, and does what is answered", () => {
  const chat = opened("unu");
  chat.dispatch({ type: "sign-out/asked" });
  expect([chat.getState().isLeaving, chat.getState().session.phase]).toEqual([true, "signed-in"]);
  chat.dispatch({ type: "sign-out/put-off" });
  expect([chat.getState().isLeaving, unsentCount(chat.getState())]).toEqual([false, 1]);
  chat.dispatch({ type: "sign-out/asked", unsent: "delete" });
  expect(chat.getState().session.phase).toBe("signed-out");
  expect(chat.asked("forget-drafts")).toEqual([{ type: "forget-drafts", owner: "customer.1" }]);
});

test("[SEND-7] who signs out deleting deletes what has not left, in whatever state it is, and nothing of it is sent first", () => {
  const chat = opened("unu", "doi");
  fail(chat, error("unavailable"));
  chat.dispatch({ type: "sign-out/asked" });
  chat.forget();
  for (const { clientId } of pending(chat)) chat.dispatch({ type: "messages/pending-deleted", roomId: 1, clientId });
  chat.dispatch({ type: "sign-out/asked", unsent: "delete" });
  expect(chat.asked("settle-journal").map(({ clientIds }) => clientIds.length)).toEqual([1, 1]);
  expect([published(chat), chat.getState().session.phase]).toEqual([[], "signed-out"]);
});

test("[SEND-7b] keeping what has not left deletes nothing; with nothing unsent nothing is asked and drafts are deleted", () => {
  const keeping = opened("unu");
  keeping.dispatch({ type: "sign-out/asked", unsent: "keep" });
  const empty = opened();
  empty.dispatch({ type: "sign-out/asked" });
  for (const chat of [keeping, empty]) {
    expect(chat.getState().session.phase).toBe("signed-out");
    expect(chat.asked("settle-journal")).toEqual([]);
  }
  expect(keeping.asked("forget-drafts")).toEqual([]);
  expect(empty.asked("forget-drafts")).toEqual([{ type: "forget-drafts", owner: "customer.1" }]);
});

test("[SEND-5a] a message that fails in a room that one has left is told of, with its beginning; one in a listed room is not", () => {
  const chat = opened("ă".repeat(61));
  chat.dispatch({ type: "rooms/room-gone", roomId: 1 });
  fail(chat, error("not_found"));
  expect(statuses(chat)).toEqual(["failed"]);
  chat.clock.pass(0);
  expect(chat.getState().alerts.at(-1)).toMatchObject({
    type: "danger",
    text: { key: "alerts.messageNotSent", quote: `${"ă".repeat(60)}…` },
  });
  const other = opened("unu");
  fail(other, error("not_found"));
  other.clock.pass(0);
  expect(other.getState().alerts).toEqual([]);
});
