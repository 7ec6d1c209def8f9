import { expect, test } from "vitest";
import type { Message } from "../state/entities.ts";
import { seqsOf, shownOf } from "../testing/held-history.ts";
import { message, received, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const pageSize = 50;

/** The page that a server with these messages answers: the newest, or the newest before a `seq`. */
function pageOf(stored: readonly Message[], beforeSeq = Number.POSITIVE_INFINITY) {
  const messages = stored.filter(({ seq }) => seq < beforeSeq).slice(-pageSize);
  return { messages, isFull: messages.length === pageSize, seq: stored.length };
}

const upTo = (newest: number): Message[] => Array.from({ length: newest }, (_, i) => message(1, i + 1));

function opened(stored: readonly Message[]): TestChat {
  const chat = createAnasChat(room(1, { cursor: stored.length }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(stored) });
  chat.forget();
  return chat;
}

const timeline = (chat: TestChat) => chat.getState().timelines[1]!;

const seqs = (chat: TestChat): readonly (number | undefined)[] => seqsOf(shownOf(chat, 1).log);

test("[OLDER-2] older pages are asked for before the oldest held message, once at a time, until there are none", () => {
  const stored = upTo(120);
  const chat = opened(stored);
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(chat.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 71 }]);
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page: pageOf(stored, 71) });
  expect(shownOf(chat, 1).older).toBe("some");
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 21, page: pageOf(stored, 21) });
  expect(shownOf(chat, 1).older).toBe("none");
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(chat.asked("call-older-messages")).toHaveLength(2);
  expect(seqs(chat)).toEqual(stored.map(({ seq }) => seq));
});

test("[SYNC-9] an older page from before the room was fetched anew is not taken: it may be told otherwise since", () => {
  const stored = upTo(120);
  const chat = opened(stored);
  const newer = { kind: "payload", name: "", origin: "live", roomId: 1, seq: 121, data: null } as const;
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch({ type: "sync/events-received", events: [newer] });
  chat.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 121 }) });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { ...pageOf(stored), seq: 121 } });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page: pageOf(stored, 71) });
  expect(shownOf(chat, 1).log).toHaveLength(50);
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(chat.asked("call-older-messages")).toHaveLength(3);
});

test("[OLDER-1] an older page that overlaps with what is held adds each message once", () => {
  const stored = upTo(80);
  const chat = opened(stored);
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 31, page: pageOf(stored, 60) });
  expect(seqs(chat)).toEqual(Array.from({ length: 71 }, (_, i) => i + 10));
});

test("[OLDER-2] an older page that comes after catching up brought older ones is asked for anew from there", () => {
  const stored = upTo(120);
  const chat = createAnasChat(room(1, { cursor: 20 }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(stored) });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch(received(...stored.slice(20)));
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 71, page: pageOf(stored, 71) });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(chat.asked("call-older-messages").map(({ beforeSeq }) => beforeSeq)).toEqual([71, 21]);
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 21, page: pageOf(stored, 21) });
  expect(seqs(chat)).toEqual(stored.map(({ seq }) => seq));
});

test("[SYNC-4] a page that was asked for before the room was fetched anew is dropped: it would leave a hole", () => {
  const chat = createAnasChat(room(1, { cursor: 70 }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(60)) });
  expect(timeline(chat).phase).toBe("loading");
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(70)) });
  expect(seqs(chat)).toEqual(Array.from({ length: 50 }, (_, i) => i + 21));
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, beforeSeq: 11, page: pageOf(upTo(70), 11) });
  expect(seqs(chat)[0]).toBe(21);
});

test("[SYNC-4] what comes while the first page is on its way stands after it", () => {
  const chat = createAnasChat(room(1, { cursor: 60 }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch(received(message(1, 61), message(1, 62)));
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(61)) });
  expect(seqs(chat)).toEqual(Array.from({ length: 51 }, (_, i) => i + 12));
});

test("[OLDER-2] a failed first page can be asked for again", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  const error = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;
  chat.dispatch({ type: "messages/newest-failed", roomId: 1, error });
  expect(timeline(chat).phase).toBe("failed");
  chat.dispatch({ type: "messages/reload-asked", roomId: 1 });
  expect(timeline(chat).phase).toBe("loading");
  expect(chat.asked("call-newest-messages")).toHaveLength(2);
});
