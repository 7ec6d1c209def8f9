import { describe, expect, test } from "vitest";
import { callError } from "../../testing/call-errors.ts";
import { answered } from "../../testing/failures.ts";
import { room } from "../../testing/people.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";

describe.each([
  {
    name: "a read position",
    fail: { type: "messages/read-failed", roomId: 1, error: callError("unexpected") },
    call: "call-mark-read",
  },
  {
    name: "a room",
    fail: { type: "rooms/fetch-failed", roomId: 1, error: callError("unexpected") },
    call: "call-fetch-room",
  },
] as const)("[SYNC-8a] $name when the server fails", ({ fail, call }) => {
  function failing(): TestApp {
    const app = createAnasApp(room(1, { cursor: 5, unreadCount: 2 }));
    app.clock.pass(1000);
    answered(app);
    app.dispatch({ type: "room/selected", roomId: 1 });
    app.clock.pass(1000);
    app.forget();
    app.dispatch(fail);
    return app;
  }

  test("is retried four times after growing waits, and never triggers catching up", () => {
    const app = failing();
    const at: number[] = [];
    for (let second = 1; second <= 120; second += 1) {
      app.clock.pass(1000);
      if (app.asked(call).length === at.length) continue;
      at.push(second);
      app.dispatch(fail);
    }
    expect(at).toEqual([1, 2, 4, 8]);
    expect(app.asked("call-sync")).toEqual([]);
  });

  test("is not requested again while a retry is in flight, however often the page catches up", () => {
    const app = failing();
    for (let times = 0; times < 3; times += 1) answered(app);
    expect(app.asked(call)).toHaveLength(1);
  });
});
