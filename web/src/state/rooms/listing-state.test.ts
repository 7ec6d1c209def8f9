import { describe, expect, test } from "vitest";
import type { Me, Room } from "../entities.ts";
import { ana, message, mia, radu, received, room, signedInAna, signedInRadu } from "../../testing/people.ts";
import { takeOverBy } from "../../testing/acts.ts";
import { callError } from "../../testing/call-errors.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { listedRooms } from "./listing.ts";
import { countOf } from "./room-counts.ts";

const counts = { all: 50, unread: 7, mine: 2, unclaimed: 3 };

function start(rooms: readonly Room[] = [room(1), room(2)], who: Me = signedInRadu, total = 50): TestApp {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "token", me: who });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  app.dispatch({ type: "rooms/page-loaded", rooms, total, page: 1, counts: { ...counts, all: total } });
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  app.clock.pass(2000);
  app.forget();
  return app;
}

const say = (app: TestApp, roomId: number, seq: number, author = ana): void =>
  app.dispatch(received(message(roomId, seq, { author, sentAt: `2026-01-05T10:00:0${seq}.000Z` })));

describe("[LIST-6] the counts", () => {
  test("[LIST-6] come with the first page, and follow events in loaded rooms at once", () => {
    const app = start();
    expect(countOf(app.getState(), "unread")).toBe(7);
    expect(countOf(app.getState(), "unclaimed")).toBe(3);
    say(app, 1, 1);
    expect(countOf(app.getState(), "unread")).toBe(8);
    expect(countOf(app.getState(), "unclaimed")).toBe(4);
    say(app, 1, 2, mia);
    expect(countOf(app.getState(), "unclaimed")).toBe(3);
  });

  test("[LIST-6] are computed if the page holds all rooms, without a call", () => {
    const app = start([room(1), room(2)], signedInRadu, 2);
    expect(countOf(app.getState(), "all")).toBe(2);
    say(app, 1, 1);
    expect(countOf(app.getState(), "unread")).toBe(1);
    expect(countOf(app.getState(), "mine")).toBe(0);
    app.clock.pass(10_000);
    expect(app.asked("call-view-page")).toEqual([]);
  });

  test("[LIST-6] are requested at once the first time, then at most every 2 s", () => {
    const app = start();
    say(app, 1, 1);
    expect(app.asked("call-view-page")).toHaveLength(1);
    say(app, 2, 1);
    say(app, 2, 2, mia);
    expect(app.asked("call-view-page")).toHaveLength(1);
    app.clock.pass(1999);
    expect(app.asked("call-view-page")).toHaveLength(1);
    app.clock.pass(1);
    expect(app.asked("call-view-page")).toHaveLength(2);
    app.clock.pass(10_000);
    expect(app.asked("call-view-page")).toHaveLength(2);
  });

  test("[LIST-6] are not requested while the page is hidden or away, but once it is back", () => {
    const app = start();
    app.dispatch({ type: "messages/attention-changed", isVisible: false, isFocused: false });
    say(app, 1, 1);
    app.clock.pass(10_000);
    expect(app.asked("call-view-page")).toEqual([]);
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
    expect(app.asked("call-view-page")).toHaveLength(1);
    app.clock.pass(2000);
    app.dispatch({ type: "connection/lost" });
    app.clock.pass(10_000);
    expect(app.asked("call-view-page")).toHaveLength(1);
    app.dispatch({ type: "connection/connected" });
    app.dispatch({ type: "connection/listening" });
    expect(app.asked("call-view-page")).toHaveLength(2);
  });

  test("[LIST-6] are requested once the server has the latest read markers, without which it would count read rooms", () => {
    const app = start([room(1, { unreadCount: 2, cursor: 2 }), room(2)]);
    app.dispatch({ type: "room/selected", roomId: 1 });
    expect(countOf(app.getState(), "unread")).toBe(6);
    expect(app.asked("call-view-page")).toEqual([]);
    app.dispatch({ type: "messages/read", roomId: 1, upto: 2, readSeq: 2 });
    expect(app.asked("call-view-page")).toHaveLength(1);
    const view = { filter: "all", sort: "activity" } as const;
    app.dispatch({ type: "rooms/view-loaded", view, page: 1, rooms: [], counts: { ...counts, unread: 6 } });
    expect(countOf(app.getState(), "unread")).toBe(6);
  });

  test("[ACT-10c] one's own rooms are fetched if the server counts more than are loaded", () => {
    const app = start();
    const view = { filter: "all", sort: "activity" } as const;
    app.dispatch({ type: "rooms/view-loaded", view, page: 1, rooms: [], counts: { ...counts, mine: 3 } });
    expect(app.asked("call-view-page")).toEqual([
      { type: "call-view-page", view: { filter: "mine", sort: "activity" }, page: 1 },
    ]);
  });
});

describe("[ACT-10c] one's own rooms", () => {
  const mine = { filter: "mine", sort: "activity" } as const;
  const held = (from: number, length = 20): Room[] =>
    Array.from({ length }, (_, i) => room(from + i, { isMember: true, takeOver: takeOverBy(radu, 5) }));
  const asked = (app: TestApp) =>
    app.asked("call-view-page").flatMap(({ view, page }) => (view.filter === "mine" ? [page] : []));
  const pageLoaded = (app: TestApp, page: number, rooms: readonly Room[]): void =>
    app.dispatch({ type: "rooms/view-loaded", view: mine, page, rooms, counts: { ...counts, mine: 50 } });

  test("[ACT-10c] are fetched at the start, page by page while one is full and some are missing", () => {
    const app = start();
    app.dispatch({ type: "rooms/page-loaded", rooms: [], total: 100, page: 1, counts: { ...counts, mine: 50 } });
    expect(asked(app)).toEqual([1]);
    pageLoaded(app, 1, held(100));
    pageLoaded(app, 2, held(120));
    expect(asked(app)).toEqual([1, 2, 3]);
    pageLoaded(app, 3, held(140, 10));
    expect(asked(app)).toEqual([1, 2, 3]);
  });

  test("[ACT-10c] are not requested if all are loaded", () => {
    const app = start();
    app.dispatch({ type: "rooms/page-loaded", rooms: held(1), total: 100, page: 1, counts: { ...counts, mine: 20 } });
    expect(asked(app)).toEqual([]);
  });

  test("[ACT-10c] are requested again after a failure", () => {
    const app = start();
    app.dispatch({ type: "rooms/page-loaded", rooms: [], total: 100, page: 1, counts: { ...counts, mine: 50 } });
    app.dispatch({ type: "rooms/view-failed", view: mine, error: callError("unavailable") });
    app.clock.pass(60_000);
    expect(asked(app).length).toBeGreaterThan(1);
  });

  test("[ACT-10c] are requested once while their filter is shown", () => {
    const app = start();
    app.dispatch({ type: "rooms/view-chosen", view: mine });
    pageLoaded(app, 1, held(100));
    app.dispatch({ type: "rooms/more-asked" });
    expect(asked(app)).toEqual([1, 2]);
  });
});

describe("[LIST-5] a filter", () => {
  test("[LIST-5] of a previous release's server lists its response, even without counts", () => {
    const app = start();
    const view = { filter: "mine", sort: "activity" } as const;
    app.dispatch({ type: "rooms/view-chosen", view });
    const rooms = [room(9, { isMember: true, takeOver: takeOverBy(radu, 5) }), room(10, { isMember: true })];
    app.dispatch({ type: "rooms/view-loaded", view, page: 1, rooms });
    expect(app.getState().listing).toMatchObject({ phase: "ready", isEnded: true });
    expect(listedRooms(app.getState())).toEqual([9]);
  });

  test("[LIST-5] requests its own pages, and retries after failures", () => {
    const app = start();
    app.dispatch({ type: "rooms/view-chosen", view: { filter: "mine", sort: "waiting" } });
    const view = { filter: "mine", sort: "waiting" } as const;
    expect(app.asked("call-view-page")).toEqual([{ type: "call-view-page", view, page: 1 }]);
    app.dispatch({ type: "rooms/view-failed", view, error: callError("unavailable") });
    expect(app.getState().listing.phase).toBe("failed");
    app.clock.pass(60_000);
    expect(app.asked("call-view-page").length).toBeGreaterThan(1);
  });

  test("[LIST-5] keeps the open room if it was listed, and no other", () => {
    const app = start([room(1, { unreadCount: 2, cursor: 2 }), room(2)]);
    app.dispatch({ type: "rooms/view-chosen", view: { filter: "unread", sort: "activity" } });
    expect(listedRooms(app.getState())).toEqual([1]);
    app.dispatch({ type: "room/selected", roomId: 1 });
    expect(app.getState().rooms.byId[1]?.unread.count).toBe(0);
    expect(listedRooms(app.getState())).toEqual([1]);
    app.dispatch({ type: "room/selected", roomId: 2 });
    expect(listedRooms(app.getState())).toEqual([]);
  });

  test("[LIST-5b] is remembered on the device; a customer only has all and unread", () => {
    const app = start();
    app.dispatch({ type: "rooms/view-chosen", view: { filter: "mine", sort: "waiting" } });
    expect(app.asked("save-room-view")).toEqual([
      { type: "save-room-view", view: { filter: "mine", sort: "waiting" } },
    ]);
    const anas = start([room(1)], signedInAna);
    anas.dispatch({ type: "rooms/view-chosen", view: { filter: "mine", sort: "waiting" } });
    expect(anas.getState().listing).toMatchObject({ filter: "all", sort: "activity" });
  });
});

describe("[LIST-6] loading more than a page of rooms", () => {
  const waiting = (id: number): Room =>
    room(id, {
      isMember: true,
      unreadCount: 2,
      cursor: 4,
      waitingSince: "2026-01-05T09:00:00.000Z",
      lastMessage: message(id, 4, { author: ana, sentAt: "2026-01-05T09:00:00.000Z" }),
    });
  const shown = (app: TestApp) =>
    (["all", "unread", "mine", "unclaimed"] as const).map((filter) => countOf(app.getState(), filter));
  const real = [50, 7, 2, 3];

  test.each(["catching up", "the next page", "the address"])("[LIST-6] counts once a room that %s brings", (how) => {
    const app = createTestApp();
    app.dispatch({ type: "session/restored", token: "token", me: signedInRadu });
    app.arriveAt("/");
    app.dispatch({ type: "session/started" });
    app.dispatch({ type: "connection/connected" });
    app.dispatch({ type: "connection/listening" });
    app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 50, page: 1, counts });
    expect(shown(app)).toEqual(real);
    const held = { ...waiting(3), takeOver: takeOverBy(radu, 4) };
    if (how === "catching up") {
      const answer = { epoch: "one", rooms: [], reset: [], unread: {}, userVersion: 1, asked: {} };
      app.dispatch({ type: "sync/answered", answer: { ...answer, fresh: [waiting(2), held] } });
    } else if (how === "the next page") {
      app.dispatch({ type: "rooms/page-loaded", rooms: [waiting(2), held], total: 50, page: 2 });
    } else {
      app.dispatch({ type: "room/viewed", roomRef: "oferta.10002", room: waiting(2) });
    }
    expect(shown(app)).toEqual(real);
  });
});
