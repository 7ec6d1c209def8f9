import { expect, test } from "vitest";
import { shownOf } from "../../testing/held-history.ts";
import { ana, message, received, room } from "../../testing/people.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";
import { callError } from "../../testing/call-errors.ts";

const unread = (given: Parameters<typeof room>[1] = {}) =>
  room(1, { cursor: 5000, readSeq: 100, unreadCount: 4900, ...given });

const around = (from: number, to: number) => ({
  messages: Array.from({ length: to - from + 1 }, (_, i) => message(1, from + i)),
  seq: 5000,
  hasOlder: true,
  hasNewer: true,
});

function opened(): TestApp {
  const app = createAnasApp(unread(), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/around-loaded", roomId: 1, aroundSeq: 101, page: around(77, 126) });
  return app;
}

test("[READ-3] a room opens around its first unread message, which is saved, and the server is notified as before", () => {
  const app = opened();
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 101 }]);
  expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 5000 }]);
  expect(app.asked("save-unread-start")).toEqual([{ type: "save-unread-start", roomId: 1, seq: 101 }]);
  expect(app.getState().timelines[1]).toMatchObject({ phase: "ready", shownSeq: 101, dividerSeq: 101 });
  expect(app.getState().attention.isAtEnd).toBe(false);
});

test("[READ-3a] it opens there again until its end was viewed", () => {
  const app = opened();
  app.arriveAt("/");
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.getState().timelines[1]).toMatchObject({ phase: "ready", shownSeq: 101, dividerSeq: 101 });
  app.dispatch({ type: "messages/end-asked", roomId: 1 });
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 4951));
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 5000 } });
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
  app.dispatch({ type: "messages/end-changed", roomId: 1, isAtEnd: true });
  expect(app.getState().unreadStarts).toEqual({ 1: 101 });
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  expect(app.getState().unreadStarts).toEqual({});
  expect(app.asked("save-unread-start").at(-1)).toEqual({ type: "save-unread-start", roomId: 1, seq: null });
  app.arriveAt("/");
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.getState().timelines[1]).toMatchObject({ shownSeq: null, dividerSeq: null });
});

test("[READ-3a] answering from any device clears that, and the live end shows at once", () => {
  const app = opened();
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Da" });
  expect(app.getState().unreadStarts).toEqual({});
  expect(app.getState().timelines[1]).toMatchObject({ aimSeq: null, shownSeq: null, phase: "loading" });
  expect(app.asked("call-newest-messages")).toHaveLength(1);
  const elsewhere = opened();
  elsewhere.dispatch(received(message(1, 5001, { author: ana })));
  expect(elsewhere.getState().unreadStarts).toEqual({});
});

test("[READ-3a] the room opens at the position saved on the device, even if nothing is unread any more", () => {
  const app = createAnasApp(room(1, { cursor: 5000, readSeq: 5000 }));
  app.dispatch({ type: "unread-starts/loaded", unreadStarts: { 1: 101 } });
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 101 }]);
  app.dispatch({ type: "rooms/room-gone", roomId: 1 });
  expect(app.asked("save-unread-start")).toEqual([{ type: "save-unread-start", roomId: 1, seq: null }]);
});

test("[READ-3] a person who joins sees the live end: earlier messages were not for them", () => {
  const app = createAnasApp(room(1, { cursor: 300, unreadCount: 300, readSeqs: { [ana.id]: 300 } }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.asked("call-newest-messages")).toHaveLength(1);
  app.arriveAt("/");
  const later = createAnasApp(room(1, { cursor: 320, unreadCount: 320, readSeqs: { [ana.id]: 300 } }));
  later.dispatch({ type: "room/selected", roomId: 1 });
  expect(later.asked("call-messages-around")[0]?.aroundSeq).toBe(301);
});

test("[OLDER-4] the list jumps to any position once loaded, and stays put until then", () => {
  const app = opened();
  app.forget();
  app.dispatch({ type: "messages/around-asked", roomId: 1, seq: 120 });
  expect(app.asked("call-messages-around")).toEqual([]);
  expect(app.getState().timelines[1]).toMatchObject({ shownSeq: 120, jumps: 2, switches: 1 });
  app.dispatch({ type: "messages/around-asked", roomId: 1, seq: 3000 });
  app.dispatch({ type: "messages/around-asked", roomId: 1, seq: 3000 });
  expect(app.asked("call-messages-around")).toHaveLength(1);
  expect(shownOf(app, 1)).toMatchObject({ from: 77, to: 126 });
  const error = callError("offline");
  app.dispatch({ type: "messages/around-failed", roomId: 1, aroundSeq: 3000, error });
  expect(app.getState().timelines[1]?.phase).toBe("failed");
  app.dispatch({ type: "messages/reload-asked", roomId: 1 });
  app.dispatch({ type: "messages/around-loaded", roomId: 1, aroundSeq: 3000, page: around(2976, 3025) });
  expect(shownOf(app, 1)).toMatchObject({ from: 2976, to: 3025, older: "some", newer: "some" });
  expect(app.getState().timelines[1]).toMatchObject({ phase: "ready", jumps: 3, switches: 2 });
});
