import { expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import type { CaughtUp } from "./sync-shape.ts";
import { room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const tooMany = (retryAfterSeconds: number): CallError => ({
  code: "too_many_requests",
  message: "",
  fieldErrors: {},
  retryAfterSeconds,
});

function answer(chat: TestChat, given: Partial<CaughtUp>): void {
  const nothing = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: chat.getState().rooms.byId };
  chat.dispatch({ type: "sync/answered", answer: { ...nothing, ...given } });
}

/** Ana's page at rest. */
function atRest(): TestChat {
  const chat = createAnasChat(room(1, { cursor: 5, unreadCount: 2 }), room(2));
  chat.clock.pass(1000);
  answer(chat, {});
  chat.clock.pass(1000);
  chat.forget();
  return chat;
}

const syncs = (chat: TestChat): number => chat.asked("call-sync").length;

test("[SYNC-3] a page that catches up too often waits as long as it is told, whatever else it hears meanwhile", () => {
  const chat = atRest();
  chat.dispatch({ type: "sync/asked" });
  chat.clock.pass(100);
  chat.dispatch({ type: "sync/failed", error: tooMany(5), chance: 0 });
  for (let second = 0; second < 4; second += 1) {
    chat.dispatch({ type: "sync/asked" });
    chat.dispatch({ type: "connection/listening" });
    chat.clock.pass(1000);
  }
  expect([syncs(chat), chat.getState().session.phase]).toEqual([1, "signed-in"]);
  chat.clock.pass(1000);
  expect(syncs(chat)).toBe(2);
  answer(chat, {});
  chat.clock.pass(1000);
  chat.dispatch({ type: "sync/asked" });
  chat.clock.pass(100);
  expect(syncs(chat)).toBe(3);
});

test("[MSG-6g] a long catch-up in parts that meets its limit goes on where it stopped", () => {
  const chat = atRest();
  chat.dispatch({ type: "sync/asked" });
  chat.clock.pass(100);
  answer(chat, { rooms: [{ id: 9, events: [], head: 4, hasMore: true }], fresh: [room(8, { cursor: 3 })] });
  expect(chat.asked("call-sync").at(-1)?.cursors).toMatchObject({ 8: 3 });
  chat.dispatch({ type: "sync/failed", error: tooMany(1), chance: 0 });
  chat.clock.pass(1000);
  expect(chat.asked("call-sync").at(-1)?.cursors).toMatchObject({ 8: 3 });
  answer(chat, { fresh: [room(9, { cursor: 4 })] });
  expect([syncs(chat), chat.getState().rooms.order.includes(9)]).toEqual([3, true]);
});

test("[ROOM-7] read marks that came too often: the newest position is told when it is allowed", () => {
  const chat = atRest();
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(chat.asked("call-mark-read").at(-1)?.upto).toBe(5);
  chat.dispatch({ type: "room/read-failed", roomId: 1, error: tooMany(7) });
  chat.forget();
  chat.clock.pass(6999);
  expect([chat.asked("call-mark-read"), syncs(chat)]).toEqual([[], 0]);
  chat.clock.pass(101);
  answer(chat, {});
  expect(chat.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 5 }]);
});

test("[SYNC-5] very many rooms that are to come anew are fetched a few at a time, and after a 429 as late as it says", () => {
  const chat = createAnasChat(...Array.from({ length: 50 }, (_, index) => room(index + 1, { cursor: 5 })));
  chat.clock.pass(1000);
  answer(chat, { reset: Array.from({ length: 50 }, (_, index) => index + 1) });
  answer(chat, {});
  expect(chat.asked("call-fetch-room")).toHaveLength(20);
  for (let id = 1; id <= 19; id += 1) chat.dispatch({ type: "rooms/room-fetched", room: room(id, { cursor: 5 }) });
  chat.dispatch({ type: "rooms/fetch-failed", error: tooMany(6) });
  chat.forget();
  chat.clock.pass(5999);
  expect(chat.asked("call-fetch-room")).toEqual([]);
  chat.clock.pass(101);
  answer(chat, {});
  expect(chat.asked("call-fetch-room")).toHaveLength(20);
});
