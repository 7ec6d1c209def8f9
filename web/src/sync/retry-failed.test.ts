import { expect, test } from "vitest";
import { messageAt } from "../history/message-log.ts";
import { unreadCount } from "../state/selectors.ts";
import type { CallError } from "../state/entities.ts";
import { shownOf } from "../testing/held-history.ts";
import { message, received, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const error = (code: CallError["code"], retryAfterSeconds: number | null = null): CallError => ({
  code,
  message: "",
  fieldErrors: {},
  retryAfterSeconds,
});

/** The open room's first page did not come. */
function failed(code: CallError["code"] = "unexpected", retryAfterSeconds: number | null = null): TestChat {
  const chat = createAnasChat(room(1, { cursor: 60, readSeq: 60 }));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.forget();
  failAgain(chat, code, retryAfterSeconds);
  return chat;
}

const failAgain = (chat: TestChat, code: CallError["code"], retryAfterSeconds: number | null = null): void =>
  chat.dispatch({ type: "messages/newest-failed", roomId: 1, error: error(code, retryAfterSeconds) });

const timeline = (chat: TestChat) => chat.getState().timelines[1]!;
const calls = (chat: TestChat): number => chat.asked("call-newest-messages").length;
const answered = (chat: TestChat): void =>
  chat.dispatch({
    type: "sync/answered",
    answer: { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: chat.getState().rooms.byId },
  });

test.each(["unexpected", "unavailable", "timeout", "offline", "too_many_requests"] as const)(
  "[SYNC-8a] a history that did not come for a reason that passes (%s) is asked for again by itself",
  (code) => {
    const chat = failed(code);
    chat.clock.pass(1000);
    expect([calls(chat), timeline(chat).phase]).toEqual([1, "loading"]);
  },
);

test("[SYNC-8a] the waits between such attempts grow, and never undercut the server's own", () => {
  const chat = failed();
  for (const waitMs of [1000, 2000, 4000, 8000]) {
    chat.forget();
    chat.clock.pass(waitMs / 2 - 1);
    expect(calls(chat)).toBe(0);
    chat.clock.pass(waitMs / 2 + 1);
    expect(calls(chat)).toBe(1);
    failAgain(chat, "unavailable");
  }
  const told = failed("unavailable", 20);
  told.clock.pass(19_999);
  expect(calls(told)).toBe(0);
  told.clock.pass(1);
  expect(calls(told)).toBe(1);
});

test("[SYNC-8a] what is refused is not asked for by the clock, and a server that fails over one thing for ever is left alone", () => {
  const refused = failed("forbidden");
  refused.clock.pass(120_000);
  expect(calls(refused)).toBe(0);
  const chat = failed();
  for (let attempt = 0; attempt < 9; attempt += 1) {
    chat.clock.pass(30_000);
    if (timeline(chat).phase === "loading") failAgain(chat, "unexpected");
  }
  expect(calls(chat)).toBe(4);
});

test("[SYNC-8a] an older page that did not come is asked for again by itself, as soon as the server allows", () => {
  const chat = failed();
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 11));
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 60 } });
  chat.dispatch({ type: "messages/older-asked", roomId: 1 });
  chat.forget();
  chat.dispatch({ type: "messages/older-failed", roomId: 1, error: error("too_many_requests", 7) });
  chat.clock.pass(6999);
  expect([chat.asked("call-older-messages"), shownOf(chat, 1).older]).toEqual([[], "failed"]);
  chat.clock.pass(1);
  expect(chat.asked("call-older-messages")).toEqual([{ type: "call-older-messages", roomId: 1, beforeSeq: 11 }]);
  expect(calls(chat)).toBe(0);
});

test("[SYNC-8a] a good moment asks at once: the network is back, somebody looks, catching up got through", () => {
  const moments: readonly ((chat: TestChat) => void)[] = [
    (chat) => chat.dispatch({ type: "sync/asked" }),
    (chat) => chat.dispatch({ type: "connection/listening" }),
    answered,
  ];
  for (const happen of moments) {
    const chat = failed("forbidden");
    happen(chat);
    expect(calls(chat)).toBe(1);
    happen(chat);
    expect(calls(chat)).toBe(1);
  }
});

test("[SYNC-4] what came live meanwhile stays through another attempt, stands after its page without a hole, and is read", () => {
  const chat = failed();
  chat.dispatch(received(message(1, 61)));
  expect(unreadCount(chat.getState().rooms.byId[1]!)).toBe(1);
  chat.dispatch({ type: "messages/reload-asked", roomId: 1 });
  expect([timeline(chat).phase, shownOf(chat, 1).log.length]).toEqual(["loading", 1]);
  failAgain(chat, "unexpected");
  expect([timeline(chat).phase, shownOf(chat, 1).log.length]).toEqual(["failed", 1]);
  chat.clock.pass(2000);
  const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 12));
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 61 } });
  const { log, older } = shownOf(chat, 1);
  expect([timeline(chat).phase, older, log.length, messageAt(log, 0)?.seq]).toEqual(["ready", "some", 50, 12]);
  chat.clock.pass(2000);
  expect(chat.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 61 }]);
});

test("[SYNC-8a] a list that did not come after the page listens is asked for again by itself", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "rooms/more-asked" });
  const listed = (): number => chat.asked("call-rooms-page").length;
  chat.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 3, page: 1 });
  chat.dispatch({ type: "rooms/more-asked" });
  chat.forget();
  chat.dispatch({ type: "rooms/page-failed", error: error("unavailable") });
  chat.clock.pass(1000);
  expect(chat.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 2 }]);
  chat.dispatch({ type: "rooms/page-failed", error: error("forbidden") });
  chat.clock.pass(120_000);
  expect(listed()).toBe(1);
  answered(chat);
  expect(listed()).toBe(2);
});

test("[ROOM-7a] a count of the rooms elsewhere that did not come is asked for again, by the clock and after catching up", () => {
  const chat = createAnasChat();
  chat.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 30, page: 1 });
  chat.forget();
  const counts = (): number => chat.asked("call-unread").length;
  chat.dispatch({ type: "rooms/unread-failed", error: error("unavailable") });
  chat.clock.pass(1000);
  expect(counts()).toBe(1);
  chat.dispatch({ type: "rooms/unread-failed", error: error("unavailable") });
  answered(chat);
  expect(counts()).toBe(2);
  chat.dispatch({ type: "rooms/unread-loaded", unread: { 9: 5 } });
  answered(chat);
  chat.clock.pass(60_000);
  expect(counts()).toBe(2);
});
