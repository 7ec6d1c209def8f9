import { expect, test } from "vitest";
import { shownOf } from "../testing/held-history.ts";
import { ana, message, received, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const unread = (given: Parameters<typeof room>[1] = {}) =>
  room(1, { cursor: 5000, readSeq: 100, unreadCount: 4900, ...given });

const around = (from: number, to: number) => ({
  messages: Array.from({ length: to - from + 1 }, (_, i) => message(1, from + i)),
  seq: 5000,
  hasOlder: true,
  hasNewer: true,
});

/** Room 1 with 4,900 unread, opened, at the first of them. */
function opened(): TestChat {
  const chat = createAnasChat(unread(), room(2));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/around-loaded", roomId: 1, aroundSeq: 101, page: around(77, 126) });
  return chat;
}

test("[READ-3] a room opens around its first unread message, its place is saved, and the server is told as before", () => {
  const chat = opened();
  expect(chat.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 101 }]);
  expect(chat.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 5000 }]);
  expect(chat.asked("save-unread-place")).toEqual([{ type: "save-unread-place", roomId: 1, seq: 101 }]);
  expect(chat.getState().timelines[1]).toMatchObject({ phase: "ready", shownSeq: 101, dividerSeq: 101 });
  expect(chat.getState().attention.isAtEnd).toBe(false);
});

test("[READ-3a] it opens there again until the end was looked at", () => {
  const chat = opened();
  chat.arriveAt("/");
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(chat.getState().timelines[1]).toMatchObject({ phase: "ready", shownSeq: 101, dividerSeq: 101 });
  chat.dispatch({ type: "messages/end-asked", roomId: 1 });
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 4951));
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 5000 } });
  chat.dispatch({ type: "attention/window-changed", isVisible: true, isFocused: false });
  chat.dispatch({ type: "attention/end-changed", roomId: 1, isAtEnd: true });
  expect(chat.getState().unreadPlaces).toEqual({ 1: 101 });
  chat.dispatch({ type: "attention/window-changed", isVisible: true, isFocused: true });
  expect(chat.getState().unreadPlaces).toEqual({});
  expect(chat.asked("save-unread-place").at(-1)).toEqual({ type: "save-unread-place", roomId: 1, seq: null });
  chat.arriveAt("/");
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(chat.getState().timelines[1]).toMatchObject({ shownSeq: null, dividerSeq: null });
});

test("[READ-3a] who answers, from whichever device, is done with it, and is shown the live end at once", () => {
  const chat = opened();
  chat.dispatch({ type: "messages/send-asked", roomId: 1, text: "Da" });
  expect(chat.getState().unreadPlaces).toEqual({});
  expect(chat.getState().timelines[1]).toMatchObject({ aimSeq: null, shownSeq: null, phase: "loading" });
  expect(chat.asked("call-newest-messages")).toHaveLength(1);
  const elsewhere = opened();
  elsewhere.dispatch(received(message(1, 5001, { author: ana })));
  expect(elsewhere.getState().unreadPlaces).toEqual({});
});

test("[READ-3a] what the device has saved is where the room opens, though nothing is unread any more", () => {
  const chat = createAnasChat(room(1, { cursor: 5000, readSeq: 5000 }));
  chat.dispatch({ type: "messages/unread-places-loaded", unreadPlaces: { 1: 101 } });
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(chat.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 101 }]);
  chat.dispatch({ type: "rooms/room-gone", roomId: 1 });
  expect(chat.asked("save-unread-place")).toEqual([{ type: "save-unread-place", roomId: 1, seq: null }]);
});

test("[READ-3c] who joins is shown the live end: what was said before was not for them", () => {
  const chat = createAnasChat(room(1, { cursor: 300, unreadCount: 300, readSeqs: { [ana.id]: 300 } }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(chat.asked("call-newest-messages")).toHaveLength(1);
  chat.arriveAt("/");
  const later = createAnasChat(room(1, { cursor: 320, unreadCount: 320, readSeqs: { [ana.id]: 300 } }));
  later.dispatch({ type: "room/selected", roomId: 1 });
  expect(later.asked("call-messages-around")[0]?.aroundSeq).toBe(301);
});

test("[OLDER-4a] the list goes around any place as soon as that is loaded, and stays where it is until then", () => {
  const chat = opened();
  chat.forget();
  chat.dispatch({ type: "messages/around-asked", roomId: 1, seq: 120 });
  expect(chat.asked("call-messages-around")).toEqual([]);
  expect(chat.getState().timelines[1]).toMatchObject({ shownSeq: 120, jumps: 2, switches: 1 });
  chat.dispatch({ type: "messages/around-asked", roomId: 1, seq: 3000 });
  chat.dispatch({ type: "messages/around-asked", roomId: 1, seq: 3000 });
  expect(chat.asked("call-messages-around")).toHaveLength(1);
  expect(shownOf(chat, 1)).toMatchObject({ from: 77, to: 126 });
  const error = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;
  chat.dispatch({ type: "messages/around-failed", roomId: 1, aroundSeq: 3000, error });
  expect(chat.getState().timelines[1]?.phase).toBe("failed");
  chat.dispatch({ type: "messages/reload-asked", roomId: 1 });
  chat.dispatch({ type: "messages/around-loaded", roomId: 1, aroundSeq: 3000, page: around(2976, 3025) });
  expect(shownOf(chat, 1)).toMatchObject({ from: 2976, to: 3025, older: "some", newer: "some" });
  expect(chat.getState().timelines[1]).toMatchObject({ phase: "ready", jumps: 3, switches: 2 });
});
