import { expect, test } from "vitest";
import { unreadCount } from "../state/selectors.ts";
import { seqsOf, shownOf } from "../testing/held-history.ts";
import { message, received, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import type { CaughtUp } from "../state/connection/connection-state.ts";

const nothing: Omit<CaughtUp, "asked"> = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [] };

const roomOf = (app: TestApp) => app.getState().rooms.byId[1]!;

function answer(app: TestApp, given: Partial<CaughtUp>): void {
  app.dispatch({ type: "sync/answered", answer: { ...nothing, asked: app.getState().rooms.byId, ...given } });
}

/** Opens room 1, with messages 1 to 5, and lets the page miss the events up to 2000. */
function missedMuch(isAtEnd: boolean): TestApp {
  const app = createAnasApp(room(1, { cursor: 5 }), room(2));
  app.clock.pass(1000);
  answer(app, {});
  app.clock.pass(1000);
  app.dispatch({ type: "room/selected", roomId: 1 });
  const messages = [1, 2, 3, 4, 5].map((seq) => message(1, seq));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: false, seq: 5 } });
  app.dispatch({ type: "messages/end-changed", roomId: 1, isAtEnd });
  app.forget();
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  answer(app, { reset: [1] });
  expect(seqsOf(shownOf(app, 1).log)).toEqual([1, 2, 3, 4, 5]);
  expect(app.asked("call-sync").at(-1)).toMatchObject({ cursors: { 2: 0 } });
  app.dispatch(received(message(1, 2001)));
  answer(app, { fresh: [room(1, { cursor: 2000, unreadCount: 900 })] });
  expect(roomOf(app).cursor).toBe(2001);
  return app;
}

const newestPage = { messages: [message(1, 1999), message(1, 2001)], isFull: true, seq: 2001 };

test("[SYNC-5] after too long a gap, at the end, the newest messages replace those shown, once loaded", () => {
  const app = missedMuch(true);
  expect(app.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 1 }]);
  expect(app.getState().timelines[1]).toMatchObject({ phase: "loading", fromSeq: 2001 });
  expect(seqsOf(shownOf(app, 1).log)).toEqual([1, 2, 3, 4, 5]);
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: newestPage });
  expect(seqsOf(shownOf(app, 1).log)).toEqual([1999, 2001]);
  expect(app.getState().attention.isAtEnd).toBe(true);
});

test("[SYNC-5] after too long a gap a reader further up stays there, nothing counts as read, and the gap fills from its older end", () => {
  const app = missedMuch(false);
  expect(app.asked("call-newest-messages")).toEqual([]);
  app.clock.pass(5000);
  expect([unreadCount(roomOf(app)), app.asked("call-mark-read")]).toEqual([901, []]);
  expect(shownOf(app, 1)).toMatchObject({ from: 0, to: 5, newer: "some" });
  expect(app.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 6 }]);
  app.dispatch({ type: "messages/newer-asked", roomId: 1 });
  expect(app.asked("call-newer-messages")).toEqual([{ type: "call-newer-messages", roomId: 1, afterSeq: 5 }]);
  const page = { messages: [message(1, 6), message(1, 900)], isFull: true, seq: 2001 };
  app.dispatch({ type: "messages/newer-loaded", roomId: 1, afterSeq: 5, page });
  expect(seqsOf(shownOf(app, 1).log)).toEqual([1, 2, 3, 4, 5, 6, 900]);
  app.dispatch({ type: "messages/end-asked", roomId: 1 });
  expect(seqsOf(shownOf(app, 1).log)).toHaveLength(7);
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: newestPage });
  expect(seqsOf(shownOf(app, 1).log)).toEqual([1999, 2001]);
});

test("[SYNC-9c] an unknown event leaves a reader further up in place, and nothing counts as read", () => {
  const app = createAnasApp(room(1, { cursor: 60 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 11));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 60 } });
  app.dispatch({ type: "messages/end-changed", roomId: 1, isAtEnd: false });
  const { jumps, switches } = app.getState().timelines[1]!;
  app.forget();
  app.dispatch({
    type: "sync/events-received",
    events: [{ kind: "payload", name: "", origin: "live", roomId: 1, seq: 61, data: null }],
  });
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 62, unreadCount: 1 }) });
  app.clock.pass(5000);
  expect([unreadCount(roomOf(app)), app.asked("call-mark-read")]).toEqual([1, []]);
  expect(app.getState().timelines[1]).toMatchObject({ jumps, switches, phase: "ready" });
  expect(seqsOf(shownOf(app, 1).log)).toEqual(messages.map(({ seq }) => seq));
  expect(app.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 61 }]);
  const page = { messages: [message(1, 62)], isFull: false, seq: 62 };
  app.dispatch({ type: "messages/newer-asked", roomId: 1 });
  app.dispatch({ type: "messages/newer-loaded", roomId: 1, afterSeq: 60, page });
  expect(shownOf(app, 1)).toMatchObject({ from: 11, to: Number.POSITIVE_INFINITY, newer: "none" });
  expect(app.getState().timelines[1]).toMatchObject({ jumps, switches });
});

test("[SYNC-9c] a reader at the end stays there, and pages that may have changed are loaded again, newest first", () => {
  const app = createAnasApp(room(1, { cursor: 60 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  const pageUpTo = (to: number, seq: number, text: string) => ({
    messages: Array.from({ length: 20 }, (_, i) => message(1, to - 19 + i, { text, updatedSeq: seq })),
    isFull: true,
    seq,
  });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageUpTo(60, 60, "vechi") });
  app.dispatch({ type: "messages/older-asked", roomId: 1 });
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 41, page: pageUpTo(40, 60, "vechi") });
  answer(app, { reset: [1] });
  app.forget();
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 61 }) });
  expect(seqsOf(shownOf(app, 1).log)).toHaveLength(40);
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageUpTo(61, 61, "nou") });
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 42, page: pageUpTo(41, 61, "nou") });
  expect(app.asked("call-older-messages").map(({ beforeSeq }) => beforeSeq)).toEqual([61, 42, 22]);
  app.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 22, page: pageUpTo(21, 61, "nou") });
  expect(app.getState().timelines[1]?.stale).toBeNull();
  expect(
    new Set(
      shownOf(app, 1)
        .log.chunks.flat()
        .map(({ text }) => text),
    ),
  ).toEqual(new Set(["nou"]));
  expect(app.getState().attention.isAtEnd).toBe(true);
});
