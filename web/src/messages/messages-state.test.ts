import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../state/entities.ts";
import { message, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";
import { messageAt } from "./message-log.ts";

const pageSize = 50;

/** The page that a server with these messages answers: the newest, or the newest before a `seq`. */
function pageOf(stored: readonly Message[], beforeSeq = Number.POSITIVE_INFINITY) {
  const messages = stored.filter(({ seq }) => seq < beforeSeq).slice(-pageSize);
  return { messages, isFull: messages.length === pageSize };
}

const upTo = (newest: number): Message[] => Array.from({ length: newest }, (_, i) => message(1, i + 1));

function opened(stored: readonly Message[]): TestChat {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(stored) });
  chat.forget();
  return chat;
}

const timeline = (chat: TestChat) => chat.getState().timelines[1]!;

const seqs = (chat: TestChat): (number | undefined)[] =>
  Array.from({ length: timeline(chat).log.length }, (_, i) => messageAt(timeline(chat).log, i)?.seq);

test("[OLDER-2] older pages are asked for before the oldest held message, once at a time, until there are none", () => {
  const stored = upTo(120);
  const chat = opened(stored);
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(chat.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 71 }]);
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, page: pageOf(stored, 71) });
  expect(timeline(chat)).toMatchObject({ older: "some" });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, page: pageOf(stored, 21) });
  expect(timeline(chat).older).toBe("none");
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  expect(chat.asked("call-older-messages")).toHaveLength(2);
  expect(seqs(chat)).toEqual(stored.map(({ seq }) => seq));
});

test("[OLDER-1] an older page that overlaps with what is held adds each message once", () => {
  const stored = upTo(80);
  const chat = opened(stored);
  chat.dispatch({ type: "messages/older-loaded", roomId: 1, page: pageOf(stored, 60) });
  expect(seqs(chat)).toEqual(Array.from({ length: 71 }, (_, i) => i + 10));
});

test("[CONN-2] after a gap longer than a page the history is whole from the new page on, and older ones come again", () => {
  const chat = opened(upTo(60));
  chat.dispatch({ type: "connection/lost" });
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "messages/received", message: message(1, 200), roomLastSeq: 200 });
  chat.dispatch({ type: "connection/listening" });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(upTo(199)) });
  expect(seqs(chat)).toEqual(Array.from({ length: 51 }, (_, i) => i + 150));
  expect(timeline(chat).older).toBe("some");
});

test("[CONN-2] on every return the list, the counts and the open conversation are fetched; closed ones are forgotten", () => {
  const chat = createAnasChat(room(1), room(2));
  for (const roomId of [2, 1]) {
    chat.dispatch({ type: "room/selected", roomId });
    chat.dispatch({ type: "messages/newest-loaded", roomId, page: { messages: [message(roomId, 1)], isFull: false } });
  }
  chat.forget();
  chat.dispatch({ type: "connection/lost" });
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "connection/listening" });
  expect(chat.asked("call-refresh-rooms")).toHaveLength(1);
  expect(chat.asked("call-unread")).toHaveLength(1);
  expect(chat.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 1 }]);
  expect(Object.keys(chat.getState().timelines)).toEqual(["1"]);
});

test("[CONN-2] more than a page missed in a room that was empty leaves the older ones to be asked for", () => {
  const { chat, happen } = createClient(0);
  for (const step of ["lost", "sixty", "back"] as const) happen[step]();
  expect(seqs(chat)).toHaveLength(50);
  expect(timeline(chat).older).toBe("some");
});

/** What may happen to a client. Sixty messages are more than a page. */
const happenings = fc.array(fc.constantFrom("one", "sixty", "lost", "back"), { maxLength: 40 });

/** A server and one client of it, which misses what is stored while it is away. */
function createClient(before: number) {
  const stored = upTo(before);
  const chat = opened(stored);
  let isAway = false;

  const store = (count: number): void => {
    for (let i = 0; i < count; i += 1) {
      const next = message(1, stored.length + 1);
      stored.push(next);
      if (!isAway) chat.dispatch({ type: "messages/received", message: next, roomLastSeq: next.seq });
    }
  };
  const comeBack = (): void => {
    if (!isAway) return;
    isAway = false;
    chat.dispatch({ type: "connection/connected" });
    chat.dispatch({ type: "connection/listening" });
    chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: pageOf(stored) });
  };
  const happen = {
    one: () => store(1),
    sixty: () => store(60),
    back: comeBack,
    lost: () => {
      isAway = true;
      chat.dispatch({ type: "connection/lost" });
    },
  };
  return { chat, stored, happen };
}

test("[CONN-2] state and events together are the fresh state: whatever was missed, no history has a hole", () => {
  fc.assert(
    fc.property(happenings, fc.integer({ min: 0, max: 120 }), (steps, before) => {
      const { chat, stored, happen } = createClient(before);
      for (const step of [...steps, "back"] as const) happen[step]();
      const held = seqs(chat);
      expect(held).toEqual(stored.slice(stored.length - held.length).map(({ seq }) => seq));
      expect(held.length).toBeGreaterThanOrEqual(Math.min(stored.length, pageSize));
      const mayHaveOlder = held.length < stored.length || before >= pageSize;
      expect(timeline(chat).older).toBe(mayHaveOlder ? "some" : "none");
    }),
    { numRuns: 60 },
  );
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
