import { expect, test } from "vitest";
import { unreadCount } from "../state/selectors.ts";
import { seqsOf, shownOf } from "../testing/held-history.ts";
import { message, received, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";
import type { CaughtUp } from "./sync-shape.ts";

const nothing: Omit<CaughtUp, "asked"> = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [] };

const roomOf = (chat: TestChat) => chat.getState().rooms.byId[1]!;

function answer(chat: TestChat, given: Partial<CaughtUp>): void {
  chat.dispatch({ type: "sync/answered", answer: { ...nothing, asked: chat.getState().rooms.byId, ...given } });
}

/** Room 1 open at its end with messages 1 to 5; its log was then missed up to 2000. */
function missedMuch(isAtEnd: boolean): TestChat {
  const chat = createAnasChat(room(1, { cursor: 5 }), room(2));
  chat.clock.pass(1000);
  answer(chat, {});
  chat.clock.pass(1000);
  chat.dispatch({ type: "room/selected", roomId: 1 });
  const messages = [1, 2, 3, 4, 5].map((seq) => message(1, seq));
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: false, seq: 5 } });
  chat.dispatch({ type: "attention/end-changed", roomId: 1, isAtEnd });
  chat.forget();
  chat.dispatch({ type: "sync/asked" });
  chat.clock.pass(100);
  answer(chat, { reset: [1] });
  expect(seqsOf(shownOf(chat, 1).log)).toEqual([1, 2, 3, 4, 5]);
  expect(chat.asked("call-sync").at(-1)).toMatchObject({ cursors: { 2: 0 } });
  chat.dispatch(received(message(1, 2001)));
  answer(chat, { fresh: [room(1, { cursor: 2000, unreadCount: 900 })] });
  expect(roomOf(chat).cursor).toBe(2001);
  return chat;
}

const newestPage = { messages: [message(1, 1999), message(1, 2001)], isFull: true, seq: 2001 };

test("[SYNC-5] too long a gap: at the end the newest messages take the place of those that are shown, once they have come", () => {
  const chat = missedMuch(true);
  expect(chat.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 1 }]);
  expect(chat.getState().timelines[1]).toMatchObject({ phase: "loading", fromSeq: 2001 });
  expect(seqsOf(shownOf(chat, 1).log)).toEqual([1, 2, 3, 4, 5]);
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: newestPage });
  expect(seqsOf(shownOf(chat, 1).log)).toEqual([1999, 2001]);
  expect(chat.getState().attention.isAtEnd).toBe(true);
});

test("[SYNC-5a] too long a gap: whoever reads above stays there, nothing counts as read, and the gap fills from below", () => {
  const chat = missedMuch(false);
  expect(chat.asked("call-newest-messages")).toEqual([]);
  chat.clock.pass(5000);
  expect([unreadCount(roomOf(chat)), chat.asked("call-mark-read")]).toEqual([901, []]);
  expect(shownOf(chat, 1)).toMatchObject({ from: 0, to: 5, newer: "some" });
  // What is shown may have changed meanwhile.
  expect(chat.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 6 }]);
  chat.dispatch({ type: "messages/newer-asked", roomId: 1 });
  expect(chat.asked("call-newer-messages")).toEqual([{ type: "call-newer-messages", roomId: 1, afterSeq: 5 }]);
  const page = { messages: [message(1, 6), message(1, 900)], isFull: true, seq: 2001 };
  chat.dispatch({ type: "messages/newer-loaded", roomId: 1, afterSeq: 5, page });
  expect(seqsOf(shownOf(chat, 1).log)).toEqual([1, 2, 3, 4, 5, 6, 900]);
  chat.dispatch({ type: "messages/end-asked", roomId: 1 });
  expect(seqsOf(shownOf(chat, 1).log)).toHaveLength(7);
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: newestPage });
  expect(seqsOf(shownOf(chat, 1).log)).toEqual([1999, 2001]);
});

test("[SYNC-9c] an event that is not known here leaves whoever reads above where they are, and nothing counts as read", () => {
  const chat = createAnasChat(room(1, { cursor: 60 }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 11));
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 60 } });
  chat.dispatch({ type: "attention/end-changed", roomId: 1, isAtEnd: false });
  const { jumps, switches } = chat.getState().timelines[1]!;
  chat.forget();
  chat.dispatch({
    type: "sync/events-received",
    events: [{ kind: "payload", name: "", origin: "live", roomId: 1, seq: 61, data: null }],
  });
  chat.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 62, unreadCount: 1 }) });
  chat.clock.pass(5000);
  expect([unreadCount(roomOf(chat)), chat.asked("call-mark-read")]).toEqual([1, []]);
  expect(chat.getState().timelines[1]).toMatchObject({ jumps, switches, phase: "ready" });
  expect(seqsOf(shownOf(chat, 1).log)).toEqual(messages.map(({ seq }) => seq));
  expect(chat.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 61 }]);
  const page = { messages: [message(1, 62)], isFull: false, seq: 62 };
  chat.dispatch({ type: "messages/newer-asked", roomId: 1 });
  chat.dispatch({ type: "messages/newer-loaded", roomId: 1, afterSeq: 60, page });
  expect(shownOf(chat, 1)).toMatchObject({ from: 11, to: Number.POSITIVE_INFINITY, newer: "none" });
  expect(chat.getState().timelines[1]).toMatchObject({ jumps, switches });
});

test("[SYNC-9c] whoever stands at the end stays there, and pages that may have changed are read again from the newest on", () => {
  const chat = createAnasChat(room(1, { cursor: 60 }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  const pageUpTo = (to: number, seq: number, text: string) => ({
    messages: Array.from({ length: 20 }, (_, i) => message(1, to - 19 + i, { text, updatedSeq: seq })),
    isFull: true,
    seq,
  });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageUpTo(60, 60, "vechi") });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 41, page: pageUpTo(40, 60, "vechi") });
  answer(chat, { reset: [1] });
  chat.forget();
  chat.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 61 }) });
  expect(seqsOf(shownOf(chat, 1).log)).toHaveLength(40);
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageUpTo(61, 61, "nou") });
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 42, page: pageUpTo(41, 61, "nou") });
  expect(chat.asked("call-older-messages").map(({ beforeSeq }) => beforeSeq)).toEqual([61, 42, 22]);
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 22, page: pageUpTo(21, 61, "nou") });
  expect(chat.getState().timelines[1]?.stale).toBeNull();
  expect(
    new Set(
      shownOf(chat, 1)
        .log.chunks.flat()
        .map(({ text }) => text),
    ),
  ).toEqual(new Set(["nou"]));
  expect(chat.getState().attention.isAtEnd).toBe(true);
});
