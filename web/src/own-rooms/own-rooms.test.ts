import { pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";
import { describe, expect, test } from "vitest";
import { countOf } from "../state/rooms/room-counts.ts";
import { listedRooms } from "../state/rooms/listing.ts";
import { type Me, noOwnRooms, type OwnRooms } from "../state/entities.ts";
import { markOf, ownRooms } from "../state/own-rooms/own-rooms.ts";
import { shownUnread, unreadTotal } from "../state/selectors.ts";
import { callError } from "../testing/call-errors.ts";
import { message, radu, received, room, signedInAna } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import type { OwnRoomWish } from "../state/own-rooms/own-rooms-shape.ts";

const wish = (app: TestApp, wished: OwnRoomWish): void => app.dispatch({ type: "own-rooms/wished", wish: wished });
const pin = (app: TestApp, roomId: number, isWanted = true): void => wish(app, { kind: "pinned", roomId, isWanted });
const mute = (app: TestApp, roomId: number, isWanted = true): void => wish(app, { kind: "muted", roomId, isWanted });
const mark = (app: TestApp, roomId: number, from: number | null, isByOpening = false): void =>
  wish(app, { kind: "mark", roomId, from, isByOpening });

const arranged = (rooms: Partial<OwnRooms>, version = 2): Me => ({
  ...signedInAna,
  rooms: { ...noOwnRooms, ...rooms },
  version,
});
const alerts = (app: TestApp) => app.getState().alerts.map(({ text }) => (text.kind === "key" ? text.key : text.text));
const calls = (app: TestApp) => app.asked("call-arrange-room").map(({ wish: wished }) => wished);
const listed = (app: TestApp) => listedRooms(app.getState());

const threeRooms = (): TestApp =>
  createAnasApp(
    ...[1, 2, 3].map((id) => room(id, { cursor: 4, readSeq: 4, updatedAt: `2026-01-0${9 - id}T08:00:00.000Z` })),
  );

test("[ORDER-4] another device's mark shows in title and badge", () => {
  const app = threeRooms();
  app.dispatch({ type: "session/me-loaded", me: arranged({ unread: [{ id: 2, seq: 3 }] }) });
  expect(app.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 1 });
  mark(app, 2, null);
  expect(app.asked("show-unread").at(-1)).toEqual({ type: "show-unread", total: 0 });
});

describe("[ORDER-1] pinned rooms", () => {
  test("[ORDER-1][ORDER-3] are on top at once in every view, the first pinned first, and messages do not move them", () => {
    const app = threeRooms();
    pin(app, 3);
    pin(app, 2);
    expect(listed(app)).toEqual([3, 2, 1]);
    app.dispatch({ type: "rooms/view-chosen", view: { filter: "unread", sort: "activity" } });
    app.dispatch(received(message(1, 5), message(2, 5), message(3, 5)));
    expect(listed(app)).toEqual([3, 2, 1]);
    app.dispatch({ type: "rooms/view-chosen", view: { filter: "all", sort: "activity" } });
    expect(listed(app)).toEqual([3, 2, 1]);
    pin(app, 3, false);
    expect(listed(app)[0]).toBe(2);
  });

  test("[ORDER-1] an unpinned room returns to where its activity puts it", () => {
    const app = threeRooms();
    pin(app, 2);
    pin(app, 2, false);
    expect(listed(app)).toEqual([1, 2, 3]);
  });

  test("[ORDER-1] are limited to twenty: one more is refused here and not sent", () => {
    const ids = Array.from({ length: pinnedRoomsMax + 1 }, (_, i) => i + 1);
    const app = createAnasApp(...ids.map((id) => room(id)));
    app.dispatch({ type: "session/me-loaded", me: arranged({ pinned: ids.slice(1) }) });
    app.forget();
    pin(app, 1);
    expect(alerts(app)).toEqual(["ownRooms.pinsFull"]);
    expect(calls(app)).toEqual([]);
    expect(listed(app).at(-1)).toBe(1);
  });

  test("[ORDER-1] if the server has other pins, pages are requested from the first, since offsets shift", () => {
    const app = createAnasApp();
    const page = Array.from({ length: 20 }, (_, i) => room(i + 1, { updatedAt: `2026-01-05T08:00:${40 - i}.000Z` }));
    app.dispatch({ type: "rooms/page-loaded", rooms: page, total: 60, page: 1 });
    app.forget();
    app.dispatch({ type: "session/me-loaded", me: arranged({ pinned: [40] }) });
    expect(app.asked("call-rooms-page")).toEqual([{ type: "call-rooms-page", page: 1 }]);
  });

  test("[ORDER-1] a room unpinned from below the loaded pages leaves the list until its page loads", () => {
    const app = createAnasApp();
    const old = room(40, { updatedAt: "2025-01-01T00:00:00.000Z" });
    const page = Array.from({ length: 19 }, (_, i) => room(i + 1, { updatedAt: `2026-01-05T08:00:${40 - i}.000Z` }));
    app.dispatch({ type: "session/me-loaded", me: arranged({ pinned: [40] }) });
    app.dispatch({ type: "rooms/page-loaded", rooms: [old, ...page], total: 60, page: 1 });
    expect(listed(app)[0]).toBe(40);
    pin(app, 40, false);
    expect(listed(app)).not.toContain(40);
    expect(app.getState().rooms.byId[40]).toBeDefined();
  });
});

test("[ORDER-2] a muted room counts like any other", () => {
  const app = createAnasApp(room(1), room(2));
  mute(app, 1);
  expect(ownRooms(app.getState()).muted).toEqual([1]);
  app.dispatch(received(message(1, 1)));
  expect([unreadTotal(app.getState()), shownUnread(app.getState(), 1)]).toEqual([1, 1]);
});

describe("[ORDER-3] arranging", () => {
  test("[ORDER-3] offline nothing changes or waits, and that is reported", () => {
    const app = threeRooms();
    app.dispatch({ type: "connection/lost" });
    pin(app, 3);
    app.dispatch({ type: "own-rooms/read-wished", roomId: 1, isRead: false });
    app.dispatch({ type: "own-rooms/read-wished", roomId: 1, isRead: true });
    expect(ownRooms(app.getState())).toEqual(noOwnRooms);
    expect(alerts(app)).toEqual(["ownRooms.offline"]);
    app.dispatch({ type: "connection/connected" });
    app.dispatch({ type: "connection/listening" });
    app.clock.pass(60_000);
    expect(calls(app)).toEqual([]);
  });

  test("[LOOK-5] a failure shows where it was pressed, even after another press elsewhere", () => {
    const app = threeRooms();
    const at = { x: 120, y: 300, half: "upper" } as const;
    app.dispatch({ type: "own-rooms/wished", wish: { kind: "muted", roomId: 3, isWanted: true }, at });
    app.dispatch({ type: "own-rooms/failed", key: "muted:3", error: callError("timeout") });
    expect(app.getState().alerts).toMatchObject([{ at, text: { key: "actions.refused.noAnswer" } }]);
    app.dispatch({ type: "connection/lost" });
    const other = { x: 90, y: 600, half: "lower" } as const;
    app.dispatch({ type: "own-rooms/read-wished", roomId: 2, isRead: true, at: other });
    expect(app.getState().alerts).toMatchObject([{ at: other }]);
    pin(app, 1);
    expect(app.getState().alerts[0]).not.toHaveProperty("at");
  });

  test.each([
    ["invalid", "ownRooms.failed"],
    ["timeout", "actions.refused.noAnswer"],
    ["offline", "ownRooms.offline"],
  ] as const)("[ORDER-3] a wish that fails (%s) is reverted and reported", (code, words) => {
    const app = threeRooms();
    pin(app, 3);
    expect(listed(app)[0]).toBe(3);
    app.dispatch({ type: "own-rooms/failed", key: "pinned:3", error: callError(code) });
    expect(listed(app)).toEqual([1, 2, 3]);
    expect(alerts(app)).toEqual([words]);
    expect(app.getState().ownRoomWishes).toEqual({});
  });

  test("[ORDER-3] quick toggles make one call at a time, and the last wish follows", () => {
    const app = threeRooms();
    pin(app, 3);
    pin(app, 3, false);
    pin(app, 3);
    pin(app, 3, false);
    expect(calls(app)).toHaveLength(1);
    expect(listed(app)).toEqual([1, 2, 3]);
    app.dispatch({ type: "own-rooms/answered", key: "pinned:3", me: arranged({ pinned: [3] }) });
    expect(listed(app)).toEqual([1, 2, 3]);
    expect(calls(app).at(-1)).toEqual({ kind: "pinned", roomId: 3, isWanted: false });
    app.dispatch({ type: "own-rooms/answered", key: "pinned:3", me: arranged({}, 3) });
    expect(app.getState().ownRoomWishes).toEqual({});
    expect(listed(app)).toEqual([1, 2, 3]);
  });

  test("[ORDER-3] the response is stored on the device, and other devices' changes show here", () => {
    const app = threeRooms();
    pin(app, 3);
    const me = arranged({ pinned: [3] });
    app.dispatch({ type: "own-rooms/answered", key: "pinned:3", me });
    expect(app.asked("save-session")).toEqual([{ type: "save-session", token: "anas-token", me }]);
    app.dispatch({ type: "session/me-loaded", me: arranged({ pinned: [2], muted: [1] }, 3) });
    expect(listed(app)).toEqual([2, 1, 3]);
    expect(ownRooms(app.getState()).muted).toEqual([1]);
  });

  test("[ORDER-3] leaving a room drops its wishes", () => {
    const app = threeRooms();
    pin(app, 3);
    app.dispatch({ type: "rooms/room-gone", roomId: 3 });
    expect(app.getState().ownRoomWishes).toEqual({});
  });
});

describe("[ORDER-4] a mark", () => {
  test("[ORDER-4][ORDER-4a] counts at least 1 in row, filter and title, from the newest message on", () => {
    const app = createAnasApp(room(1, { cursor: 4, readSeq: 4, lastMessage: message(1, 4) }), room(2));
    app.dispatch({ type: "own-rooms/read-wished", roomId: 1, isRead: false });
    const state = app.getState();
    expect(calls(app)).toEqual([{ kind: "mark", roomId: 1, from: 4, isByOpening: false }]);
    expect([shownUnread(state, 1), unreadTotal(state), countOf(state, "unread")]).toEqual([1, 1, 1]);
  });

  test("[ORDER-4] adds nothing to unread messages: two messages are two", () => {
    const app = createAnasApp(room(1, { cursor: 4, readSeq: 2, unreadCount: 2 }));
    mark(app, 1, 3);
    expect(shownUnread(app.getState(), 1)).toBe(2);
  });

  test("[ORDER-4a] reading a room in the list ends it and reports the read position without opening the room", () => {
    const app = createAnasApp(room(1, { cursor: 4, readSeq: 2, unreadCount: 2 }), room(2));
    app.dispatch({ type: "session/me-loaded", me: arranged({ unread: [{ id: 1, seq: 3 }] }) });
    app.forget();
    app.dispatch({ type: "own-rooms/read-wished", roomId: 1, isRead: true });
    expect(shownUnread(app.getState(), 1)).toBe(0);
    expect(calls(app)).toEqual([{ kind: "mark", roomId: 1, from: null, isByOpening: false }]);
    expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 4 }]);
    expect(app.getState().openRoom.phase).toBe("none");
  });

  test("[ORDER-4b] the divider appears at once in an open room, which counts too", () => {
    const app = createAnasApp(room(1, { cursor: 4, readSeq: 4 }));
    app.arriveAt("/view/oferta.10001");
    mark(app, 1, 3);
    expect(app.getState().timelines[1]?.dividerSeq).toBe(3);
    expect(shownUnread(app.getState(), 1)).toBe(1);
    app.arriveAt("/");
    expect(shownUnread(app.getState(), 1)).toBe(1);
  });

  test("[ORDER-4b] opening the room jumps to the mark and records the opening", () => {
    const app = createAnasApp(room(1, { cursor: 4, readSeq: 4 }), room(2));
    mark(app, 1, 2);
    app.arriveAt("/view/oferta.10001");
    expect(app.getState().timelines[1]).toMatchObject({ dividerSeq: 2, aimSeq: 2 });
    expect(app.asked("note-opened")).toEqual([{ type: "note-opened", roomId: 1 }]);
    mark(app, 1, null, true);
    expect(markOf(app.getState(), 1)).toBeNull();
    expect(app.getState().timelines[1]?.dividerSeq).toBe(2);
  });

  test("[ORDER-4b] an opening without a connection is recorded at the next one, silently", () => {
    const app = createAnasApp(room(1, { cursor: 4, readSeq: 4 }), room(2));
    app.dispatch({ type: "session/me-loaded", me: arranged({ unread: [{ id: 1, seq: 3 }] }) });
    app.dispatch({ type: "connection/lost" });
    app.forget();
    mark(app, 1, null, true);
    app.dispatch({ type: "own-rooms/failed", key: "mark:1", error: callError("offline") });
    expect([shownUnread(app.getState(), 1), alerts(app)]).toEqual([0, []]);
    app.forget();
    app.dispatch({ type: "connection/connected" });
    app.dispatch({ type: "connection/listening" });
    expect(calls(app)).toEqual([{ kind: "mark", roomId: 1, from: null, isByOpening: true }]);
  });

  test("[SIL-2d] changed marks request the server's counts, including rooms further down", () => {
    const app = createAnasApp(room(1, { cursor: 4, readSeq: 3, unreadCount: 1 }));
    const empty = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: {} };
    app.clock.pass(1000);
    app.dispatch({ type: "sync/answered", answer: empty });
    app.forget();
    app.dispatch({ type: "session/me-loaded", me: arranged({ unread: [{ id: 9, seq: 3 }] }) });
    app.clock.pass(1000);
    expect([app.asked("call-sync").length, app.asked("call-unread").length]).toEqual([1, 1]);
    app.dispatch({ type: "session/me-loaded", me: arranged({ unread: [{ id: 9, seq: 3 }], muted: [1] }, 3) });
    app.clock.pass(1000);
    expect(app.asked("call-sync")).toHaveLength(1);
  });

  test("[ORDER-4] needs a message and membership", () => {
    const app = createAnasApp(room(1), room(2, { members: [radu], isMember: false, lastMessage: message(2, 1) }));
    for (const roomId of [1, 2]) app.dispatch({ type: "own-rooms/read-wished", roomId, isRead: false });
    expect(calls(app)).toEqual([]);
  });
});
