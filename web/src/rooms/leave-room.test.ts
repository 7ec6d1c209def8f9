import { describe, expect, test } from "vitest";
import { shownRooms, unreadTotal } from "../state/selectors.ts";
import { ana, message, received, room } from "../testing/people.ts";
import { callError } from "../testing/call-errors.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { passes } from "../state/rooms/listing.ts";
import type { AppEvent } from "../state/shape.ts";

function leaving(): TestApp {
  const app = createAnasApp(room(1), room(2, { unreadCount: 3, cursor: 9 }));
  app.dispatch({ type: "room/selected", roomId: 2 });
  app.dispatch({ type: "room/leave-asked", roomId: 2 });
  return app;
}

const anaLeft = (roomId: number, seq: number): AppEvent => ({
  type: "sync/events-received",
  events: [{ kind: "members", origin: "live", roomId, seq, joined: null, left: ana, membersTotal: 1 }],
});

const alerts = (app: TestApp) => app.getState().alerts.map(({ type, text, action }) => ({ type, text, action }));
const undoOffer = {
  type: "success",
  text: { kind: "key", key: "room.left", room: { of: "offer", id: 10_002 } },
  action: "undo",
};

describe("[ROOM-8] leaving a room", () => {
  test("[ROOM-8][ROOM-8a] hides it at once, closes its conversation and offers to undo it, and sends nothing for 5 s", () => {
    const app = leaving();
    expect(shownRooms(app.getState())).toEqual([1]);
    expect(passes(app.getState(), "unread", 2)).toBe(false);
    expect(app.getState()).toMatchObject({ openRoom: { phase: "none" }, route: { kind: "home" } });
    expect(alerts(app)).toEqual([undoOffer]);
    app.clock.pass(4999);
    expect(app.asked("call-leave-room")).toEqual([]);
    app.clock.pass(1);
    expect(app.asked("call-leave-room")).toEqual([{ type: "call-leave-room", roomId: 2 }]);
    app.dispatch({ type: "room/left", roomId: 2 });
    expect(app.getState()).toMatchObject({ rooms: { order: [1], total: 1 }, leaving: {} });
    app.clock.pass(1000);
    expect(alerts(app)).toEqual([]);
  });

  test("the alert undoes it: the current room is back, and open again", () => {
    const app = leaving();
    app.dispatch(received(message(2, 10)));
    expect(unreadTotal(app.getState())).toBe(0);
    app.dispatch({ type: "alerts/acted", id: "leave:2" });
    expect(app.getState().rooms.byId[2]?.lastMessage?.seq).toBe(10);
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 2 });
    expect(app.getState().alerts).toMatchObject([{ phase: "hiding" }]);
    app.clock.pass(60_000);
    expect(app.asked("call-leave-room")).toEqual([]);
    expect(alerts(app)).toEqual([]);
  });

  test("undoing takes nobody out of a room opened since", () => {
    const app = leaving();
    app.dispatch({ type: "room/selected", roomId: 1 });
    app.dispatch({ type: "alerts/acted", id: "leave:2" });
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
    expect(shownRooms(app.getState())).toEqual([1, 2]);
  });

  test("reopening the room undoes it", () => {
    const app = leaving();
    app.arriveAt("/view/10002");
    expect(app.getState()).toMatchObject({ openRoom: { phase: "open", roomId: 2 }, leaving: {} });
    app.clock.pass(60_000);
    expect(app.asked("call-leave-room")).toEqual([]);
    expect(alerts(app)).toEqual([]);
  });

  test("[ROOM-8a] waits while pointer or focus is on the alert, then for the full time again", () => {
    const app = leaving();
    app.dispatch({ type: "alerts/held", id: "leave:2" });
    app.clock.pass(60_000);
    expect(alerts(app)).toEqual([undoOffer]);
    app.dispatch({ type: "alerts/released", id: "leave:2" });
    app.clock.pass(4999);
    expect(app.asked("call-leave-room")).toEqual([]);
    app.clock.pass(1);
    expect(app.asked("call-leave-room")).toHaveLength(1);
  });

  test("continues when the alert is dismissed under the pointer", () => {
    const app = leaving();
    app.dispatch({ type: "alerts/held", id: "leave:2" });
    app.dispatch({ type: "alerts/hidden", id: "leave:2" });
    app.clock.pass(5000);
    expect(app.asked("call-leave-room")).toHaveLength(1);
  });

  test("[ROOM-8a] is not available to visitors, and is undone by signing out", () => {
    const visitor = createAnasApp(room(1, { isMember: false }));
    visitor.dispatch({ type: "room/leave-asked", roomId: 1 });
    visitor.clock.pass(5000);
    expect(visitor.asked("call-leave-room")).toEqual([]);
    const app = leaving();
    app.dispatch({ type: "outbox/loaded", rows: [], isStored: true });
    app.dispatch({ type: "sign-out/asked" });
    app.clock.pass(60_000);
    expect(app.asked("call-leave-room")).toEqual([]);
  });
});

describe("[ROOM-10] a leave", () => {
  test.each([
    ["timeout", "room.leaveFailed"],
    ["offline", "room.leaveOffline"],
  ] as const)("[ROOM-10] that failed (%s) restores the room and is reported", (code, key) => {
    const app = leaving();
    app.clock.pass(5000);
    app.dispatch({ type: "room/leave-failed", roomId: 2, error: callError(code) });
    expect(shownRooms(app.getState())).toEqual([1, 2]);
    expect(alerts(app)).toMatchObject([{ type: "danger", text: { key, room: { of: "offer", id: 10_002 } } }]);
    app.dispatch({ type: "room/leave-asked", roomId: 2 });
    expect(shownRooms(app.getState())).toEqual([1]);
  });

  test.each(["not_found", "forbidden"] as const)("that gets %s counts as done: the person is not a member", (code) => {
    const app = leaving();
    app.clock.pass(5000);
    app.dispatch({ type: "room/leave-failed", roomId: 2, error: callError(code) });
    expect(app.getState().rooms.order).toEqual([1]);
    expect(alerts(app).some(({ type }) => type === "danger")).toBe(false);
  });

  test("[ROOM-10] raises no red alert, whether its response or its event comes first", () => {
    for (const isEventFirst of [true, false]) {
      const app = leaving();
      app.clock.pass(6000);
      const left: AppEvent = { type: "room/left", roomId: 2 };
      for (const event of isEventFirst ? [anaLeft(2, 10), left] : [left, anaLeft(2, 10)]) app.dispatch(event);
      expect(app.getState()).toMatchObject({ rooms: { order: [1], total: 1 }, leaving: {} });
      expect(alerts(app)).toEqual([]);
    }
  });

  test("[ROOM-10] on another device closes an open conversation here with a notice, and a closed one silently", () => {
    const app = createAnasApp(room(1), room(2));
    app.dispatch({ type: "room/selected", roomId: 2 });
    app.dispatch(anaLeft(1, 1));
    expect(alerts(app)).toEqual([]);
    app.dispatch(anaLeft(2, 1));
    expect(app.getState()).toMatchObject({ openRoom: { phase: "none" }, rooms: { order: [] } });
    expect(alerts(app)).toMatchObject([
      { type: "success", text: { key: "room.left", room: { of: "offer", id: 10_002 } } },
    ]);
  });
});
