import { describe, expect, test } from "vitest";
import type { Me, Room } from "../state/entities.ts";
import { ana, message, mia, received, room, signedInAna, signedInRadu } from "../testing/people.ts";
import { callError } from "../testing/call-errors.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { countOf, listedRooms } from "./listing.ts";

const counts = { all: 50, unread: 7, mine: 2, unclaimed: 3 };

/** Radu, or Ana, with one page of 50 rooms. */
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
  test("[LIST-6] come with the first page, and follow what happens in held rooms at once", () => {
    const app = start();
    expect(countOf(app.getState(), "unread")).toBe(7);
    expect(countOf(app.getState(), "unclaimed")).toBe(3);
    say(app, 1, 1);
    expect(countOf(app.getState(), "unread")).toBe(8);
    expect(countOf(app.getState(), "unclaimed")).toBe(4);
    say(app, 1, 2, mia);
    expect(countOf(app.getState(), "unclaimed")).toBe(3);
  });

  test("[LIST-6] are computed where the page holds all rooms, and nothing is asked then", () => {
    const app = start([room(1), room(2)], signedInRadu, 2);
    expect(countOf(app.getState(), "all")).toBe(2);
    say(app, 1, 1);
    expect(countOf(app.getState(), "unread")).toBe(1);
    expect(countOf(app.getState(), "mine")).toBe(0);
    app.clock.pass(10_000);
    expect(app.asked("call-view-page")).toEqual([]);
  });

  test("[LIST-6a] are asked again at once the first time, then at most every 2 s", () => {
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

  test("[LIST-6a] are not asked while the page is hidden or away, but once it is back", () => {
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

  test("[ACT-10c] where the server counts more rooms of one's own than are held, they are fetched", () => {
    const app = start();
    const view = { filter: "all", sort: "activity" } as const;
    app.dispatch({ type: "rooms/view-loaded", view, page: 1, rooms: [], counts: { ...counts, mine: 3 } });
    expect(app.asked("call-view-page")).toEqual([
      { type: "call-view-page", view: { filter: "mine", sort: "activity" }, page: 1 },
    ]);
  });
});

describe("[LIST-5] a filter", () => {
  test("[LIST-5] asks for its own pages, and fails and is asked again by itself", () => {
    const app = start();
    app.dispatch({ type: "rooms/view-chosen", view: { filter: "mine", sort: "waiting" } });
    const view = { filter: "mine", sort: "waiting" } as const;
    expect(app.asked("call-view-page")).toEqual([{ type: "call-view-page", view, page: 1 }]);
    app.dispatch({ type: "rooms/view-failed", view, error: callError("unavailable") });
    expect(app.getState().listing.phase).toBe("failed");
    app.clock.pass(60_000);
    expect(app.asked("call-view-page").length).toBeGreaterThan(1);
  });

  test("[LIST-5c] keeps the open room where it was listed, and no other", () => {
    const app = start([room(1, { unreadCount: 2, cursor: 2 }), room(2)]);
    app.dispatch({ type: "rooms/view-chosen", view: { filter: "unread", sort: "activity" } });
    expect(listedRooms(app.getState())).toEqual([1]);
    app.dispatch({ type: "room/selected", roomId: 1 });
    expect(app.getState().rooms.byId[1]?.unread.count).toBe(0);
    expect(listedRooms(app.getState())).toEqual([1]);
    app.dispatch({ type: "room/selected", roomId: 2 });
    expect(listedRooms(app.getState())).toEqual([]);
  });

  test("[LIST-5b] is remembered on the device; a customer has all and unread alone", () => {
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
