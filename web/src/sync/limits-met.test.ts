import { expect, test } from "vitest";
import type { CaughtUp } from "../state/connection/connection-state.ts";
import { room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { callError } from "../testing/call-errors.ts";

const tooMany = (retryAfterSeconds: number) => callError("too_many_requests", retryAfterSeconds);

function answer(app: TestApp, given: Partial<CaughtUp>): void {
  const nothing = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: app.getState().rooms.byId };
  app.dispatch({ type: "sync/answered", answer: { ...nothing, ...given } });
}

function atRest(): TestApp {
  const app = createAnasApp(room(1, { cursor: 5, unreadCount: 2 }), room(2));
  app.clock.pass(1000);
  answer(app, {});
  app.clock.pass(1000);
  app.forget();
  return app;
}

const syncs = (app: TestApp): number => app.asked("call-sync").length;

test("[SYNC-3] a page that catches up too often waits as asked, whatever else it receives", () => {
  const app = atRest();
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  app.dispatch({ type: "sync/failed", error: tooMany(5), chance: 0 });
  for (let second = 0; second < 4; second += 1) {
    app.dispatch({ type: "sync/asked" });
    app.dispatch({ type: "connection/listening" });
    app.clock.pass(1000);
  }
  expect([syncs(app), app.getState().session.phase]).toEqual([1, "signed-in"]);
  app.clock.pass(1000);
  expect(syncs(app)).toBe(2);
  answer(app, {});
  app.clock.pass(1000);
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  expect(syncs(app)).toBe(3);
});

test("[SYNC-3] the soonest of several requests to catch up counts, however late the others are", () => {
  const app = atRest();
  app.dispatch({ type: "sync/asked", delayMs: 60_000 });
  app.clock.pass(1000);
  expect(syncs(app)).toBe(0);
  app.dispatch({ type: "sync/asked" });
  app.dispatch({ type: "sync/asked", delayMs: 30_000 });
  app.clock.pass(100);
  expect(syncs(app)).toBe(1);
});

test("[MSG-6f] a long catch-up in parts that hits its limit continues where it stopped", () => {
  const app = atRest();
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  answer(app, { rooms: [{ id: 9, events: [], head: 4, hasMore: true }], fresh: [room(8, { cursor: 3 })] });
  expect(app.asked("call-sync").at(-1)?.cursors).toMatchObject({ 8: 3 });
  app.dispatch({ type: "sync/failed", error: tooMany(1), chance: 0 });
  app.clock.pass(1000);
  expect(app.asked("call-sync").at(-1)?.cursors).toMatchObject({ 8: 3 });
  answer(app, { fresh: [room(9, { cursor: 4 })] });
  expect([syncs(app), app.getState().rooms.order.includes(9)]).toEqual([3, true]);
});

test("[ROOM-7] after read marks were throttled, the newest one is reported when allowed", () => {
  const app = atRest();
  app.dispatch({ type: "room/selected", roomId: 1 });
  expect(app.asked("call-mark-read").at(-1)?.upto).toBe(5);
  app.dispatch({ type: "messages/read-failed", roomId: 1, error: tooMany(7) });
  app.forget();
  app.clock.pass(6999);
  expect([app.asked("call-mark-read"), syncs(app)]).toEqual([[], 0]);
  app.clock.pass(101);
  expect(syncs(app)).toBe(0);
  expect(app.asked("call-mark-read")).toEqual([{ type: "call-mark-read", roomId: 1, upto: 5 }]);
});

test("[SYNC-5] many rooms to refetch are fetched a few at a time, and after a 429 not before it allows", () => {
  const app = createAnasApp(...Array.from({ length: 50 }, (_, index) => room(index + 1, { cursor: 5 })));
  app.clock.pass(1000);
  answer(app, { reset: Array.from({ length: 50 }, (_, index) => index + 1) });
  answer(app, {});
  expect(app.asked("call-fetch-room")).toHaveLength(20);
  for (let id = 1; id <= 19; id += 1) app.dispatch({ type: "rooms/room-fetched", room: room(id, { cursor: 5 }) });
  app.dispatch({ type: "rooms/fetch-failed", roomId: 20, error: tooMany(6) });
  app.forget();
  app.clock.pass(5999);
  expect(app.asked("call-fetch-room")).toEqual([]);
  app.clock.pass(101);
  expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 20 }]);
  answer(app, {});
  expect(app.asked("call-fetch-room")).toHaveLength(21);
});
