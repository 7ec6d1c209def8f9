import { expect, test } from "vitest";
import { radu, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { callError } from "../testing/call-errors.ts";

const offline = callError("offline");

function atRest(): TestApp {
  const app = createAnasApp(room(1), room(2));
  app.clock.pass(1000);
  answer(app);
  app.clock.pass(1000);
  app.forget();
  return app;
}

function answer(app: TestApp): void {
  const asked = app.getState().rooms.byId;
  const nothing = { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked };
  app.dispatch({ type: "sync/answered", answer: nothing });
}

test("[CONN-1] a server that does not respond to catching up for five seconds is reported until it does; present people stay", () => {
  const app = atRest();
  const isAwayLong = () => app.getState().connection.isAwayLong;
  app.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  for (let seconds = 0; seconds < 5; seconds += 1) {
    expect(isAwayLong()).toBe(false);
    app.dispatch({ type: "sync/failed", error: offline, chance: 0 });
    app.clock.pass(1000);
  }
  expect(isAwayLong()).toBe(true);
  expect(app.getState().online[1]).toEqual([radu]);
  answer(app);
  expect(isAwayLong()).toBe(false);
});

test("[CONN-1] catching up that keeps failing after a reconnect is reported again, and retried at once by that", () => {
  const app = atRest();
  const fail = (): void => {
    app.clock.pass(1000);
    app.dispatch({ type: "sync/failed", error: offline, chance: 0 });
  };
  app.dispatch({ type: "sync/asked" });
  fail();
  fail();
  for (const type of ["connection/lost", "connection/connected", "connection/listening"] as const)
    app.dispatch({ type });
  const before = app.asked("call-sync").length;
  app.clock.pass(0);
  expect(app.asked("call-sync")).toHaveLength(before + 1);
  for (let second = 0; second < 6; second += 1) {
    expect(app.getState().connection.isAwayLong).toBe(false);
    fail();
  }
  app.clock.pass(0);
  expect(app.getState().connection.isAwayLong).toBe(true);
});

test("[CONN-1] a response that arrives while the page is not subscribed does not cancel the notice", () => {
  const app = atRest();
  app.dispatch({ type: "sync/asked" });
  app.clock.pass(100);
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "connection/connected" });
  answer(app);
  app.clock.pass(5000);
  expect(app.getState().connection.isAwayLong).toBe(true);
});
