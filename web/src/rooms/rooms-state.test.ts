import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { ana, message, radu, received, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const notFound: CallError = { code: "not_found", message: "", fieldErrors: {}, retryAfterSeconds: null };

const page = (chat: TestChat, number: number, ids: readonly number[], total: number): void =>
  chat.dispatch({ type: "rooms/page-loaded", rooms: ids.map((id) => room(id)), total, page: number });

const order = (chat: TestChat): readonly number[] => chat.getState().rooms.order;

test("[LIST-2] an added room comes first and counts once", () => {
  const chat = createAnasChat(room(1), room(2));
  chat.dispatch({ type: "rooms/room-fetched", room: room(3) });
  chat.dispatch({ type: "rooms/room-fetched", room: room(3) });
  expect(order(chat)).toEqual([3, 1, 2]);
  expect(chat.getState().rooms.total).toBe(3);
});

test("[LIST-2a] a loaded page appends only unseen rooms and stores total and page", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), { maxLength: 6 }), (pages) => {
      const chat = createAnasChat();
      pages.forEach((ids, i) => page(chat, i + 1, ids, 30));
      expect(order(chat)).toEqual([...new Set(pages.flat())]);
      expect(chat.getState().rooms).toMatchObject({
        total: pages.length > 0 ? 30 : 0,
        page: Math.max(1, pages.length),
      });
    }),
    { numRuns: 40 },
  );
});

test("[LIST-2a] the next page is the current one plus 1, once at a time, and none after the last", () => {
  const chat = createAnasChat();
  page(chat, 1, [1, 2], 3);
  chat.dispatch({ type: "rooms/more-asked" });
  chat.dispatch({ type: "rooms/more-asked" });
  expect(chat.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 2 }]);
  page(chat, 2, [3], 3);
  chat.dispatch({ type: "rooms/more-asked" });
  expect(chat.asked("call-rooms-page")).toHaveLength(1);
});

test("[LIST-2a] pages that end with a room missing are asked for no further, but from the beginning after a reconnect", () => {
  const chat = createAnasChat();
  page(chat, 1, [1, 2], 4);
  expect(chat.getState().rooms.phase).toBe("ready");
  page(chat, 2, [4], 4);
  expect(chat.getState().rooms.phase).toBe("ready");
  page(chat, 3, [], 4);
  // The list loads further pages only while it is ready.
  expect(chat.getState().rooms).toMatchObject({ phase: "idle", order: [1, 2, 4], total: 4, page: 3 });
  expect(chat.asked("call-rooms-page")).toEqual([]);
  chat.dispatch({ type: "connection/lost" });
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "connection/listening" });
  expect(chat.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 1 }]);
  page(chat, 1, [1, 2], 4);
  chat.dispatch({ type: "rooms/more-asked" });
  page(chat, 2, [3, 4], 4);
  expect(order(chat)).toEqual([1, 2, 4, 3]);
});

test("[LIST-2a] when a room goes before every page is here the list is asked for anew: none is skipped", () => {
  const chat = createAnasChat();
  page(chat, 1, [1, 2], 4);
  chat.dispatch({ type: "rooms/room-gone", roomId: 1 });
  expect(chat.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 1 }]);
  page(chat, 1, [2, 3], 3);
  chat.dispatch({ type: "rooms/more-asked" });
  page(chat, 2, [4], 3);
  chat.forget();
  chat.dispatch({ type: "rooms/room-gone", roomId: 2 });
  expect(order(chat)).toEqual([3, 4]);
  expect(chat.asked("call-rooms-page")).toEqual([]);
});

test("[LIST-2] a room that one only looks into does not make the list whole: the server does not count it", () => {
  const chat = createAnasChat();
  const visited = room(9, { members: [radu], membersTotal: 1 });
  chat.dispatch({ type: "room/viewed", chat: "oferta.10009", room: visited });
  page(chat, 1, [1, 2], 3);
  chat.dispatch({ type: "rooms/unread-loaded", unread: { 3: 5 } });
  expect(chat.getState().rooms.unreadElsewhere).toEqual({ 3: 5 });
  chat.dispatch({ type: "rooms/more-asked" });
  expect(chat.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 2 }]);
  page(chat, 2, [3], 3);
  chat.dispatch({ type: "rooms/more-asked" });
  expect(chat.asked("call-rooms-page")).toHaveLength(1);
});

test("[LIST-2] a room that is gone leaves the list, the total decreases, and its conversation closes with a word", () => {
  const chat = createAnasChat(room(1), room(2));
  chat.dispatch({ type: "room/selected", roomId: 2 });
  chat.dispatch({ type: "rooms/room-gone", roomId: 2 });
  expect(order(chat)).toEqual([1]);
  expect(chat.getState().rooms.total).toBe(1);
  expect(chat.getState().openRoom.phase).toBe("none");
  expect(chat.getState().route.kind).toBe("home");
  expect(chat.getState().alerts).toMatchObject([{ type: "danger", text: { key: "room.gone" } }]);
  chat.dispatch({ type: "rooms/room-gone", roomId: 1 });
  expect(chat.getState().alerts).toHaveLength(1);
});

test("[SYNC-4] an answer that was read before the newest event does not turn the room back", () => {
  const chat = createAnasChat(room(1, { cursor: 6 }));
  chat.dispatch(received(message(1, 7)));
  chat.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 6, vehicle: "Altul" }) });
  expect(chat.getState().rooms.byId[1]).toMatchObject({ cursor: 7, unread: { since: [7] }, vehicle: "Altul" });
});

test("[READ-2][READ-2a] opening a room resets its unread count and tells the server, only when it was above 0", () => {
  const chat = createAnasChat(room(1, { unreadCount: 3, cursor: 9, readSeq: 6 }), room(2));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(chat.getState().rooms.byId[1]).toMatchObject({ unread: { count: 0, since: [] }, readSeq: 9 });
  expect(chat.getState().timelines[1]?.dividerSeq).toBe(7);
  chat.dispatch({ type: "room/selected", roomId: 2 });
  expect(chat.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 9 }]);
});

test("[WEB-4] a room that opens behind other windows is read when somebody looks", () => {
  const chat = createAnasChat(room(1, { unreadCount: 3, cursor: 9 }));
  chat.dispatch({ type: "attention/window-changed", isVisible: false, isFocused: false });
  chat.arriveAt("/view/oferta.10001");
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 9 } });
  expect(chat.asked("call-mark-read")).toEqual([]);
  chat.dispatch({ type: "attention/window-changed", isVisible: true, isFocused: true });
  chat.clock.pass(2000);
  expect(chat.asked("call-mark-read")).toHaveLength(1);
});

test("[LIST-4a] the address decides what is open: selecting goes there, back closes", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  expect(chat.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10001", replace: false }]);
  expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
  chat.arriveAt("/");
  expect(chat.getState().openRoom.phase).toBe("none");
});

test("[ROOM-4] a room that is not listed is fetched by what the address says, then opened", () => {
  const chat = createAnasChat(room(1));
  chat.arriveAt("/view/oferta.10005");
  expect(chat.getState().openRoom).toEqual({ phase: "opening", chat: "oferta.10005" });
  chat.dispatch({ type: "room/viewed", chat: "oferta.10005", room: room(5) });
  expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 5 });
  expect(chat.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 5 }]);
});

test("[ROOM-4] an answer for a room that one has left meanwhile opens nothing", () => {
  const chat = createAnasChat(room(1));
  chat.arriveAt("/view/oferta.10005");
  chat.arriveAt("/view/oferta.10001");
  chat.dispatch({ type: "room/viewed", chat: "oferta.10005", room: room(5) });
  chat.dispatch({ type: "room/open-failed", chat: "oferta.10005", error: notFound });
  expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
});

test("[ROOM-4] a room that could not be opened opens as soon as it is listed", () => {
  const chat = createAnasChat(room(1));
  chat.arriveAt("/view/oferta.10005");
  chat.dispatch({ type: "room/open-failed", chat: "oferta.10005", error: notFound });
  chat.dispatch({ type: "rooms/room-fetched", room: room(6) });
  expect(chat.getState().openRoom.phase).toBe("failed");
  chat.dispatch({ type: "rooms/room-fetched", room: room(5) });
  expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 5 });
  expect(chat.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 5 }]);
});

test("[ROOM-5][SEC-11a] /join joins, then shows the room under its own address", () => {
  const chat = createAnasChat();
  chat.dispatch({ type: "room/join-asked", chat: " 10007 " });
  expect(chat.asked("call-join-room")).toEqual([{ type: "call-join-room", chat: "oferta.10007" }]);
  chat.dispatch({ type: "room/joined", chat: "oferta.10007", room: room(7) });
  expect(chat.getState().route).toEqual({ kind: "view", chat: "oferta.10007" });
  expect(chat.getState().openRoom).toEqual({ phase: "open", roomId: 7 });
});

test("[ROOM-5] who joins a room that they only looked into is a member by the join's own answer, and its history loads anew", () => {
  const chat = createAnasChat();
  chat.arriveAt("/view/oferta.10007");
  const visited = room(7, { members: [radu], membersTotal: 1, cursor: 4 });
  chat.dispatch({ type: "room/viewed", chat: "oferta.10007", room: visited });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 7, page: { messages: [], isFull: false, seq: 4 } });
  chat.forget();
  chat.dispatch({ type: "room/join-asked", chat: "10007" });
  // It comes before the answer does.
  chat.dispatch(received(message(7, 6)));
  chat.dispatch({ type: "room/joined", chat: "oferta.10007", room: room(7, { cursor: 5, readSeq: 5 }) });
  const { rooms, timelines, openRoom } = chat.getState();
  expect(rooms.byId[7]).toMatchObject({ isMember: true, members: [ana, radu], cursor: 6, readSeq: 6 });
  expect(rooms.total).toBe(1);
  expect(openRoom).toEqual({ phase: "open", roomId: 7 });
  expect(timelines[7]).toMatchObject({ phase: "loading", fromSeq: 6 });
  expect(chat.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 7, aroundSeq: 6 }]);
  expect(chat.asked("navigate")).toEqual([]);
  expect(chat.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 7, upto: 6 }]);
});

test("[ROOM-5] a refused join says why and can be tried again", () => {
  const chat = createAnasChat();
  chat.arriveAt("/join/99999");
  chat.dispatch({ type: "room/open-failed", chat: "oferta.99999", error: notFound });
  expect(chat.getState().openRoom).toMatchObject({ phase: "failed", error: { code: "not_found" } });
  chat.dispatch({ type: "room/retry-asked" });
  expect(chat.asked("call-join-room")).toHaveLength(2);
});

test("[ROOM-7a] the total counts listed rooms, and those on pages not loaded yet, each once", () => {
  const chat = createAnasChat(room(1, { unreadCount: 2 }));
  chat.dispatch({ type: "rooms/unread-loaded", unread: { 1: 2, 8: 3 } });
  expect(chat.asked("show-unread")).toEqual([]);
  page(chat, 1, [], 3);
  chat.dispatch({ type: "rooms/unread-loaded", unread: { 1: 2, 8: 3, 9: 0 } });
  expect(chat.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 5 });
  chat.dispatch({ type: "rooms/room-fetched", room: room(8, { unreadCount: 3 }) });
  chat.dispatch(received(message(8, 1, { author: ana })));
  expect(chat.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 2 });
});

test("[TOAST-1] a room that goes, comes back and goes again is told of once at a time", () => {
  const chat = createAnasChat(room(1), room(2));
  for (let turn = 0; turn < 2; turn += 1) {
    chat.dispatch({ type: "rooms/room-fetched", room: room(2) });
    chat.dispatch({ type: "room/selected", roomId: 2 });
    chat.dispatch({ type: "rooms/room-gone", roomId: 2 });
  }
  expect(chat.getState().alerts.map(({ id }) => id)).toEqual(["room-gone:2"]);
});
