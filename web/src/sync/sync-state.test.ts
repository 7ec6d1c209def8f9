import { expect, test } from "vitest";
import type { RoomEvent } from "../state/entities.ts";
import type { CaughtUp } from "../state/connection/connection-state.ts";
import { unreadCount } from "../state/selectors.ts";
import { ana, message, mia, radu, readBy, received, room, signedInAna } from "../testing/people.ts";
import { createAnasApp, createTestApp, type TestApp } from "../testing/test-app.ts";
import type { Effect } from "../state/shape.ts";
import { callError } from "../testing/call-errors.ts";

const offline = callError("offline");

const nothing: Omit<CaughtUp, "asked"> = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [] };

const roomOf = (app: TestApp, id = 1) => app.getState().rooms.byId[id]!;

const events = (...seqs: readonly number[]): readonly RoomEvent[] =>
  received(...seqs.map((seq) => message(1, seq))).events;

function atRest(cursor = 5): TestApp {
  const app = createAnasApp(room(1, { cursor }), room(2));
  app.clock.pass(1000);
  answer(app, {});
  app.clock.pass(1000);
  app.forget();
  return app;
}

function answer(app: TestApp, given: Partial<CaughtUp>): void {
  const asked = app.getState().rooms.byId;
  app.dispatch({ type: "sync/answered", answer: { ...nothing, asked, ...given } });
}

const asked = (app: TestApp): readonly Effect<"call-sync">[] => app.asked("call-sync");

test("[SYNC-1] the next event applies, an old one is dropped, and a later one waits for the gap to fill", () => {
  const app = atRest();
  for (const seqs of [[6], [6, 5], [9], [8]]) app.dispatch(received(...seqs.map((seq) => message(1, seq))));
  expect(roomOf(app)).toMatchObject({ cursor: 6, lastMessage: { seq: 6 } });
  expect(unreadCount(roomOf(app))).toBe(1);
  app.dispatch(received(message(1, 7)));
  expect(roomOf(app)).toMatchObject({ cursor: 9, lastMessage: { seq: 9 } });
  expect(unreadCount(roomOf(app))).toBe(4);
  app.clock.pass(1000);
  expect(asked(app)).toEqual([]);
});

test("[ROOM-2a] in a room with more than 50 members the first 50 are named, and a leaver's replacement is requested", () => {
  const crowd = Array.from({ length: 49 }, (_, index) => ({ ...mia, id: 10 + index }));
  const app = createAnasApp(room(1, { cursor: 5, members: [ana, ...crowd], membersTotal: 60 }));
  const members = { kind: "members", origin: "live", roomId: 1, joined: null, left: null } as const;
  const follow = (event: RoomEvent): void => app.dispatch({ type: "sync/events-received", events: [event] });
  follow({ ...members, seq: 6, joined: radu, membersTotal: 61 });
  expect(roomOf(app).members).toEqual([ana, radu, ...crowd.slice(0, 48)]);
  follow({ ...members, seq: 7, left: { ...mia, id: 900 }, membersTotal: 60 });
  expect(app.asked("call-fetch-room")).toEqual([]);
  follow({ ...members, seq: 8, left: radu, membersTotal: 59 });
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
  follow({ ...members, seq: 9, left: { ...mia, id: 10 }, membersTotal: 58 });
  expect(app.asked("call-fetch-room")).toHaveLength(1);
  const fetched = (cursor: number) =>
    app.dispatch({
      type: "rooms/room-fetched",
      room: room(1, { cursor, members: [ana, ...crowd], membersTotal: 58, readSeqs: { 58: 4 } }),
    });
  // A response from before the change does not help, so another is requested.
  fetched(8);
  expect(roomOf(app).members).toHaveLength(48);
  app.clock.pass(1000);
  expect(asked(app)).toHaveLength(1);
  answer(app, {});
  expect(app.asked("call-fetch-room")).toHaveLength(2);
  fetched(9);
  expect(roomOf(app)).toMatchObject({ members: [ana, ...crowd], readSeqs: { 58: 4 } });
});

test("[SYNC-1] joins and leaves change the members; one's own leave removes the room from the list", () => {
  const app = atRest(0);
  const members = { kind: "members", origin: "live", roomId: 1, joined: null, left: null } as const;
  const follow = (event: RoomEvent): void => app.dispatch({ type: "sync/events-received", events: [event] });
  follow({ ...members, seq: 1, joined: mia, membersTotal: 3 });
  expect(roomOf(app)).toMatchObject({ members: [ana, radu, mia], readSeqs: { [mia.id]: 1 }, membersTotal: 3 });
  follow({ ...members, seq: 2, left: radu, membersTotal: 2 });
  expect(roomOf(app)).toMatchObject({ members: [ana, mia], membersTotal: 2 });
  follow({ ...members, seq: 3, left: ana, membersTotal: 1 });
  expect(app.getState().rooms.order).toEqual([2]);
  follow({ ...members, seq: 4, joined: ana, membersTotal: 2 });
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
});

test("[ROOM-7a] a visitor has nothing unread", () => {
  const app = createAnasApp(room(1, { members: [radu], membersTotal: 1 }));
  app.dispatch(received(message(1, 1)));
  expect(unreadCount(roomOf(app))).toBe(0);
});

test("[SYNC-2] a gap is requested a tenth of a second later, once, from the room's cursor", () => {
  const app = atRest();
  app.dispatch(received(message(1, 7), message(1, 9)));
  app.clock.pass(99);
  expect(asked(app)).toEqual([]);
  app.clock.pass(1);
  expect(asked(app)).toEqual([{ type: "call-sync", epoch: "one", cursors: { 1: 5, 2: 0 } }]);
  app.dispatch(received(message(1, 10)));
  app.clock.pass(5000);
  expect(asked(app)).toHaveLength(1);
  answer(app, { rooms: [{ id: 1, events: events(6, 7, 8, 9), head: 9, hasMore: false }] });
  expect(roomOf(app).cursor).toBe(10);
});

test("[SYNC-2] each wave of subscriptions causes one call, and requests during a call wait for its response", () => {
  const app = atRest();
  app.dispatch({ type: "connection/listening" });
  for (let i = 0; i < 20; i += 1) app.dispatch({ type: "sync/asked" });
  app.clock.pass(1000);
  expect(asked(app)).toHaveLength(1);
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(1000);
  expect(asked(app)).toHaveLength(1);
  answer(app, {});
  app.clock.pass(100);
  expect(asked(app)).toHaveLength(2);
});

test("[SYNC-2] nothing is requested before the page is subscribed, nor before there is a list to follow", () => {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "t", me: signedInAna });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  app.clock.pass(1000);
  expect(asked(app)).toEqual([]);
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 1, page: 1 });
  app.clock.pass(1000);
  expect(asked(app)).toHaveLength(1);
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "sync/failed", error: offline, chance: 0 });
  app.clock.pass(60_000);
  expect(asked(app)).toHaveLength(1);
});

test("[SYNC-2] heads that are ahead are caught up with; known ones, and those that arrive by themselves, are not", () => {
  const app = atRest();
  const heads = (last_seq: number): void =>
    app.dispatch({ type: "sync/heads-received", epoch: "one", heads: [{ id: 1, last_seq }] });
  heads(5);
  heads(6);
  app.dispatch(received(message(1, 6)));
  app.clock.pass(1000);
  expect(asked(app)).toEqual([]);
  heads(7);
  app.clock.pass(1000);
  expect(asked(app)).toHaveLength(1);
});

test("[SYNC-2] a person who looks again after a while catches up", () => {
  const app = atRest();
  app.dispatch({ type: "messages/attention-changed", isVisible: false, isFocused: false });
  app.clock.pass(1000);
  expect(asked(app)).toEqual([]);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  app.clock.pass(1000);
  expect(asked(app)).toHaveLength(1);
});

test("[MSG-6f] the rest of a full response is requested at once", () => {
  const app = atRest();
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  answer(app, { rooms: [{ id: 1, events: events(6, 7), head: 9, hasMore: true }] });
  expect(asked(app).at(-1)).toEqual({ type: "call-sync", epoch: "one", cursors: { 1: 7, 2: 0 } });
});

test("[SYNC-3] a failed catch-up is retried after a random wait, without an alert; a new reason does not wait", () => {
  const app = atRest();
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  app.dispatch({ type: "sync/failed", error: offline, chance: 0.999 });
  app.clock.pass(1400);
  expect(asked(app)).toHaveLength(1);
  app.clock.pass(100);
  expect(asked(app)).toHaveLength(2);
  app.dispatch({ type: "sync/failed", error: { ...offline, code: "unavailable", retryAfterSeconds: 5 }, chance: 0 });
  app.clock.pass(4999);
  expect(asked(app)).toHaveLength(2);
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(0);
  expect(asked(app)).toHaveLength(3);
  expect(app.getState().alerts).toEqual([]);
});

test("[SYNC-4] a room fetched with newer events than are here keeps its cursor, and the events are requested", () => {
  const app = atRest();
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { cursor: 8, unreadCount: 3 }) });
  expect(roomOf(app).cursor).toBe(5);
  expect(unreadCount(roomOf(app))).toBe(0);
  app.clock.pass(100);
  expect(asked(app)).toHaveLength(1);
});

test("[SYNC-4] a first page read ahead of the events makes the page request them", () => {
  const app = atRest();
  app.dispatch({ type: "room/selected", roomId: 1 });
  const page = { messages: [message(1, 7)], isFull: false, seq: 7 };
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  app.clock.pass(100);
  expect(asked(app)).toHaveLength(1);
});

test("[SYNC-5] a room beyond the newest is fetched separately; a missing one leaves the list", () => {
  const app = atRest();
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  answer(app, { reset: [1] });
  answer(app, {});
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
  app.dispatch({ type: "rooms/fetch-failed", roomId: 1, error: offline });
  app.clock.pass(2200);
  answer(app, {});
  expect(app.asked("call-fetch-room")).toHaveLength(2);
  app.dispatch({ type: "rooms/room-gone", roomId: 1 });
  expect(app.getState().rooms.order).toEqual([2]);
});

test("[MSG-6d] new rooms join the list, and the list is ordered by activity", () => {
  const app = atRest();
  const active = (id: number, hour: number) => room(id, { updatedAt: `2026-01-05T${hour}:00:00.000Z` });
  answer(app, { fresh: [active(7, 10), active(8, 11)] });
  expect(app.getState().rooms.order).toEqual([8, 7, 1, 2]);
});

test("[ROOM-7a] the server's count applies from its position in the log, plus later messages", () => {
  const app = atRest();
  app.dispatch(received(message(1, 6), message(1, 7)));
  answer(app, { rooms: [{ id: 1, events: [], head: 6, hasMore: false }], unread: { 1: 30 } });
  expect(unreadCount(roomOf(app))).toBe(31);
  app.dispatch(readBy(ana, 1, 8, 6));
  expect(unreadCount(roomOf(app))).toBe(1);
});

test("[ROOM-7a] the server is asked when only it knows what is after a read marker", () => {
  const app = createAnasApp(room(1, { cursor: 40, unreadCount: 40 }));
  app.clock.pass(1000);
  answer(app, { rooms: [{ id: 1, events: [], head: 40, hasMore: false }], unread: { 1: 40 } });
  app.forget();
  app.dispatch(readBy(ana, 1, 41, 15));
  app.clock.pass(1000);
  expect(asked(app)).toHaveLength(1);
});

test("[WEB-4] an unconfirmed read marker is reported again; one in a removed room is not", () => {
  const app = createAnasApp(room(1, { cursor: 5, unreadCount: 2 }));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/read-failed", roomId: 1, error: offline });
  app.clock.pass(3100);
  answer(app, { rooms: [{ id: 1, events: [], head: 5, hasMore: false }], unread: { 1: 2 } });
  expect(unreadCount(roomOf(app))).toBe(0);
  const reported = { type: "call-mark-read", roomId: 1, upto: 5 };
  expect(app.asked("call-mark-read")).toEqual([reported, reported]);
  app.dispatch({ type: "messages/read", roomId: 1, upto: 5, readSeq: 5 });
  answer(app, {});
  expect(app.asked("call-mark-read")).toHaveLength(2);
  expect(app.getState().unconfirmedReads).toEqual({});
});

test("[WEB-4] nothing counts as read while the room's messages are loading", () => {
  const app = atRest();
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch(received(message(1, 6)));
  app.clock.pass(5000);
  expect(app.asked("call-mark-read")).toEqual([]);
  const page = { messages: [message(1, 6)], isFull: false, seq: 6 };
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  app.clock.pass(2000);
  expect(app.asked("call-mark-read")).toHaveLength(1);
});
