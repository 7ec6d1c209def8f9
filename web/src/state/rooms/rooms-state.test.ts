import fc from "fast-check";
import { expect, test } from "vitest";
import { ana, message, radu, received, room, signedInAna } from "../../testing/people.ts";
import { createAnasApp, createTestApp, type TestApp } from "../../testing/test-app.ts";
import { callError } from "../../testing/call-errors.ts";

const notFound = callError("not_found");

const page = (app: TestApp, number: number, ids: readonly number[], total: number): void =>
  app.dispatch({ type: "rooms/page-loaded", rooms: ids.map((id) => room(id)), total, page: number });

const order = (app: TestApp): readonly number[] => app.getState().rooms.order;

test("[LIST-2] an added room comes first and is counted once", () => {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "rooms/room-fetched", room: room(3) });
  app.dispatch({ type: "rooms/room-fetched", room: room(3) });
  expect(order(app)).toEqual([3, 1, 2]);
  expect(app.getState().rooms.total).toBe(3);
});

test("[LIST-2a] a loaded page appends only unseen rooms and stores total and page", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), { maxLength: 6 }), (pages) => {
      const app = createAnasApp();
      pages.forEach((ids, i) => page(app, i + 1, ids, 30));
      expect(order(app)).toEqual([...new Set(pages.flat())]);
      expect(app.getState().rooms).toMatchObject({
        total: pages.length > 0 ? 30 : 0,
        page: Math.max(1, pages.length),
      });
    }),
  );
});

test("[LIST-2a] a room opened before the list is where its first page has it", () => {
  const app = createTestApp();
  app.dispatch({ type: "session/me-loaded", me: signedInAna });
  const [newer, opened, other] = [room(1, { updatedAt: "2026-01-03" }), room(2, { updatedAt: "2026-01-02" }), room(9)];
  for (const each of [opened, other]) app.dispatch({ type: "rooms/room-fetched", room: each });
  app.dispatch({ type: "rooms/page-loaded", rooms: [newer, opened], total: 3, page: 1 });
  expect(order(app)).toEqual([9, 1, 2]);
});

test("[LIST-2a] a repeated page that arrives after a later one inserts its rooms by activity", () => {
  const app = createAnasApp();
  const at = (id: number) => room(id, { updatedAt: `2026-11-02T10:00:0${id}.000Z` });
  const load = (number: number, ...ids: readonly number[]) =>
    app.dispatch({ type: "rooms/page-loaded", rooms: ids.map(at), total: 4, page: number });
  load(1, 4);
  load(2, 2, 1);
  load(1, 4, 3);
  expect(order(app)).toEqual([4, 3, 2, 1]);
});

test("[LIST-2a] the next page is the current one plus 1, one at a time, and none after the last", () => {
  const app = createAnasApp();
  page(app, 1, [1, 2], 3);
  app.dispatch({ type: "rooms/more-asked" });
  app.dispatch({ type: "rooms/more-asked" });
  expect(app.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 2 }]);
  page(app, 2, [3], 3);
  app.dispatch({ type: "rooms/more-asked" });
  expect(app.asked("call-rooms-page")).toHaveLength(1);
});

test("[LIST-2a] pages that end with a room missing are not continued, but start over after a reconnect", () => {
  const app = createAnasApp();
  page(app, 1, [1, 2], 4);
  expect(app.getState().rooms.phase).toBe("ready");
  page(app, 2, [4], 4);
  expect(app.getState().rooms.phase).toBe("ready");
  page(app, 3, [], 4);
  expect(app.getState().rooms).toMatchObject({ phase: "idle", order: [1, 2, 4], total: 4, page: 3 });
  expect(app.asked("call-rooms-page")).toEqual([]);
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  expect(app.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 1 }]);
  page(app, 1, [1, 2], 4);
  app.dispatch({ type: "rooms/more-asked" });
  page(app, 2, [3, 4], 4);
  expect(order(app)).toEqual([1, 2, 4, 3]);
});

test("[LIST-2a] a room that is removed before every page has loaded restarts the list, so that none is skipped", () => {
  const app = createAnasApp();
  page(app, 1, [1, 2], 4);
  app.dispatch({ type: "rooms/room-gone", roomId: 1 });
  expect(app.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 1 }]);
  page(app, 1, [2, 3], 3);
  app.dispatch({ type: "rooms/more-asked" });
  page(app, 2, [4], 3);
  app.forget();
  app.dispatch({ type: "rooms/room-gone", roomId: 2 });
  expect(order(app)).toEqual([3, 4]);
  expect(app.asked("call-rooms-page")).toEqual([]);
});

test("[LIST-2] a visited room does not complete the list, since the server does not count it", () => {
  const app = createAnasApp();
  const visited = room(9, { members: [radu], membersTotal: 1 });
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10009", room: visited });
  page(app, 1, [1, 2], 3);
  app.dispatch({ type: "rooms/unread-loaded", unread: { 3: 5 } });
  expect(app.getState().rooms.unreadElsewhere).toEqual({ 3: 5 });
  app.dispatch({ type: "rooms/more-asked" });
  expect(app.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 2 }]);
  page(app, 2, [3], 3);
  app.dispatch({ type: "rooms/more-asked" });
  expect(app.asked("call-rooms-page")).toHaveLength(1);
});

test("[LIST-2] a removed room leaves the list, the total decreases, and its conversation closes with a notice", () => {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "room/selected", roomId: 2 });
  app.dispatch({ type: "rooms/room-gone", roomId: 2 });
  expect(order(app)).toEqual([1]);
  expect(app.getState().rooms.total).toBe(1);
  expect(app.getState().openRoom.phase).toBe("none");
  expect(app.getState().route.kind).toBe("home");
  expect(app.getState().alerts).toMatchObject([{ type: "danger", text: { key: "room.gone" } }]);
  app.dispatch({ type: "rooms/room-gone", roomId: 1 });
  expect(app.getState().alerts).toHaveLength(1);
});

test("[SYNC-4] a response read before the newest event does not set the room back", () => {
  const app = createAnasApp(room(1, { cursor: 6 }));
  app.dispatch(received(message(1, 7)));
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 6, vehicle: "Altul" }) });
  expect(app.getState().rooms.byId[1]).toMatchObject({ cursor: 7, unread: { since: [7] }, vehicle: "Altul" });
});

test("[ROOM-3d][SYNC-8a] a wait from a room read too early is requested again later, not at once and forever", () => {
  const since = "2026-01-05T09:00:00.000Z";
  const app = createAnasApp(room(1, { cursor: 7, waitingSince: since }));
  const asked = () => app.asked("call-fetch-room").length;
  const readEarly = () => app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 6 }) });
  readEarly();
  expect(asked()).toBe(0);
  app.clock.pass(2000);
  expect(asked()).toBe(1);
  for (let times = 0; times < 50; times += 1) readEarly();
  expect(asked()).toBe(1);
  app.clock.pass(60_000);
  expect(asked()).toBe(2);
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 7 }) });
  app.clock.pass(60_000);
  expect([asked(), app.getState().rooms.byId[1]?.waitingSince]).toEqual([2, null]);
});

test("[ROOM-3d] a room with another log numbering leaves waits unchanged, and is not requested again", () => {
  const app = createAnasApp(room(1, { cursor: 7, waitingSince: "2026-01-05T09:00:00.000Z" }));
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 3, epoch: "restored" }) });
  expect(app.getState().failures).toEqual({});
});

test("[READ-2] opening a room resets its unread count and notifies the server, only if it was above 0", () => {
  const app = createAnasApp(room(1, { unreadCount: 3, cursor: 9, readSeq: 6 }), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.getState().rooms.byId[1]).toMatchObject({ unread: { count: 0, since: [] }, readSeq: 9 });
  expect(app.getState().timelines[1]?.dividerSeq).toBe(7);
  app.dispatch({ type: "room/selected", roomId: 2 });
  expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 9 }]);
});

test("[WEB-4] a room opened behind other windows is read when somebody looks", () => {
  const app = createAnasApp(room(1, { unreadCount: 3, cursor: 9 }));
  app.dispatch({ type: "messages/attention-changed", isVisible: false, isFocused: false });
  app.arriveAt("/view/oferta.10001");
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 9 } });
  expect(app.asked("call-mark-read")).toEqual([]);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  app.clock.pass(2000);
  expect(app.asked("call-mark-read")).toHaveLength(1);
});

test("[LIST-4] the address decides which room is open: selecting navigates there, back closes", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10001", replace: false }]);
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
  app.arriveAt("/");
  expect(app.getState().openRoom.phase).toBe("none");
});

test("[ROOM-4] an unlisted room is fetched by its address, then opened", () => {
  const app = createAnasApp(room(1));
  app.arriveAt("/view/oferta.10005");
  expect(app.getState().openRoom).toEqual({ phase: "opening", roomRef: "oferta.10005" });
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10005", room: room(5) });
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 5 });
  expect(app.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 5 }]);
});

test("[ROOM-4] a response for a room left since opens nothing", () => {
  const app = createAnasApp(room(1));
  app.arriveAt("/view/oferta.10005");
  app.arriveAt("/view/oferta.10001");
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10005", room: room(5) });
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10005", error: notFound });
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
});

test("[ROOM-4] a room that failed to open opens as soon as it is listed", () => {
  const app = createAnasApp(room(1));
  app.arriveAt("/view/oferta.10005");
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10005", error: notFound });
  app.dispatch({ type: "rooms/room-fetched", room: room(6) });
  expect(app.getState().openRoom.phase).toBe("failed");
  app.dispatch({ type: "rooms/room-fetched", room: room(5) });
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 5 });
  expect(app.asked("call-newest-messages")).toEqual([{ type: "call-newest-messages", roomId: 5 }]);
});

test("[ROOM-5][SEC-11b] /join joins, then shows the room under its own address", () => {
  const app = createAnasApp();
  app.dispatch({ type: "room/join-asked", roomRef: " 10007 " });
  expect(app.asked("call-join-room")).toEqual([{ type: "call-join-room", roomRef: "oferta.10007" }]);
  app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
  expect(app.getState().route).toEqual({ kind: "view", roomRef: "oferta.10007" });
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 7 });
});

test("[ROOM-5] a visitor who joins is a member as soon as the join is answered, and the history loads again", () => {
  const app = createAnasApp();
  app.arriveAt("/view/oferta.10007");
  const visited = room(7, { members: [radu], membersTotal: 1, cursor: 4 });
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10007", room: visited });
  app.dispatch({ type: "messages/newest-loaded", roomId: 7, page: { messages: [], isFull: false, seq: 4 } });
  app.forget();
  app.dispatch({ type: "room/join-asked", roomRef: "10007" });
  app.dispatch(received(message(7, 6)));
  app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7, { cursor: 5, readSeq: 5 }) });
  const { rooms, timelines, openRoom } = app.getState();
  expect(rooms.byId[7]).toMatchObject({ isMember: true, members: [ana, radu], cursor: 6, readSeq: 6 });
  expect(rooms.total).toBe(1);
  expect(openRoom).toEqual({ phase: "open", roomId: 7 });
  expect(timelines[7]).toMatchObject({ phase: "loading", fromSeq: 6 });
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 7, aroundSeq: 6 }]);
  expect(app.asked("navigate")).toEqual([]);
  expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 7, upto: 6 }]);
});

test("[ROOM-5] a refused join shows why, and can be retried", () => {
  const app = createAnasApp();
  app.arriveAt("/join/99999");
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.99999", error: notFound });
  expect(app.getState().openRoom).toMatchObject({ phase: "failed", error: { code: "not_found" } });
  app.dispatch({ type: "room/retry-asked" });
  expect(app.asked("call-join-room")).toHaveLength(2);
});

test("[ROOM-7a] the total counts listed rooms, and those on pages not loaded yet, each once", () => {
  const app = createAnasApp(room(1, { unreadCount: 2 }));
  app.dispatch({ type: "rooms/unread-loaded", unread: { 1: 2, 8: 3 } });
  expect(app.asked("show-unread")).toEqual([]);
  page(app, 1, [], 3);
  app.dispatch({ type: "rooms/unread-loaded", unread: { 1: 2, 8: 3, 9: 0 } });
  expect(app.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 5 });
  app.dispatch({ type: "rooms/room-fetched", room: room(8, { unreadCount: 3 }) });
  app.dispatch(received(message(8, 1, { author: ana })));
  expect(app.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 2 });
});

test("[TOAST-1] a room that is removed, returns and is removed again is reported once at a time", () => {
  const app = createAnasApp(room(1), room(2));
  for (let turn = 0; turn < 2; turn += 1) {
    app.dispatch({ type: "rooms/room-fetched", room: room(2) });
    app.dispatch({ type: "room/selected", roomId: 2 });
    app.dispatch({ type: "rooms/room-gone", roomId: 2 });
  }
  expect(app.getState().alerts.map(({ id }) => id)).toEqual(["room-gone:2"]);
});
