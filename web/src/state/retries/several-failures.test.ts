import { describe, expect, test } from "vitest";
import type { CallError } from "../entities.ts";
import { callError } from "../../testing/call-errors.ts";
import { answered, failed } from "../../testing/failures.ts";
import { message, room } from "../../testing/people.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";

describe("[SYNC-8a] each of several failures", () => {
  function asked(): TestApp {
    const app = createAnasApp();
    app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 3, page: 1 });
    app.dispatch({ type: "rooms/more-asked" });
    app.dispatch({ type: "offers/asked", offerNumber: 7 });
    app.forget();
    return app;
  }

  const failList = (app: TestApp, code: CallError["code"], retryAfterSeconds: number | null = null): void =>
    app.dispatch({ type: "rooms/page-failed", error: callError(code, retryAfterSeconds) });
  const failOffer = (app: TestApp, code: CallError["code"], retryAfterSeconds: number | null = null): void =>
    app.dispatch({ type: "offers/failed", offerNumber: 7, error: callError(code, retryAfterSeconds) });
  const lists = (app: TestApp): number => app.asked("call-rooms-page").length;
  const offers = (app: TestApp): number => app.asked("call-offer").length;

  test("is not retried before its own Retry-After, whatever else fails sooner, by timer or on a good moment", () => {
    const app = asked();
    failList(app, "too_many_requests", 60);
    failOffer(app, "unavailable");
    app.clock.pass(1000);
    expect([lists(app), offers(app)]).toEqual([0, 1]);
    failOffer(app, "unavailable");
    for (const type of ["sync/asked", "connection/listening"] as const) app.dispatch({ type });
    answered(app);
    app.clock.pass(58_999);
    expect(lists(app)).toBe(0);
    app.clock.pass(1);
    expect(lists(app)).toBe(1);
  });

  test("does not wait for another failure's pause", () => {
    const app = asked();
    failList(app, "unavailable");
    failOffer(app, "too_many_requests", 60);
    app.clock.pass(1000);
    expect([lists(app), offers(app)]).toEqual([1, 0]);
  });

  test("if refused, is not retried by timer because of another one", () => {
    const app = asked();
    failList(app, "forbidden");
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      failOffer(app, "unavailable");
      app.clock.pass(30_000);
      expect([lists(app), offers(app)]).toEqual([0, attempt]);
    }
  });

  test("counts its own attempts, whatever else succeeds", () => {
    const app = asked();
    for (let round = 0; round < 40; round += 1) {
      if (app.getState().offers[0]?.phase === "loading") failOffer(app, "unexpected");
      app.dispatch({ type: "rooms/unread-loaded", unread: {} });
      app.clock.pass(30_000);
    }
    expect(offers(app)).toBe(4);
  });

  test("if finally refused, is dropped, even if an earlier failure had scheduled another attempt", () => {
    const app = asked();
    failList(app, "unavailable");
    app.dispatch({ type: "rooms/more-asked" });
    failList(app, "forbidden");
    app.clock.pass(120_000);
    expect(lists(app)).toBe(1);
  });

  test("starts counting again after a success", () => {
    const app = asked();
    for (const waitMs of [500, 1000, 2000]) {
      failList(app, "unavailable");
      app.clock.pass(waitMs);
    }
    expect(lists(app)).toBe(3);
    app.dispatch({ type: "rooms/page-loaded", rooms: [], total: 3, page: 2 });
    app.dispatch({ type: "rooms/page-loaded", rooms: [room(1)], total: 3, page: 1 });
    app.dispatch({ type: "rooms/more-asked" });
    app.forget();
    failList(app, "unavailable");
    app.clock.pass(500);
    expect(lists(app)).toBe(1);
  });

  test("in a room's history waits separately: a failed newer page does not bring the older one early", () => {
    const app = failed();
    const messages = Array.from({ length: 50 }, (_, i) => message(1, i + 11));
    app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages, isFull: true, seq: 60 } });
    app.dispatch({ type: "messages/older-asked", roomId: 1 });
    app.forget();
    app.dispatch({ type: "messages/older-failed", roomId: 1, error: callError("too_many_requests", 60) });
    app.dispatch({ type: "messages/newer-failed", roomId: 1, error: callError("unavailable") });
    app.clock.pass(59_999);
    expect(app.asked("call-older-messages")).toEqual([]);
    app.clock.pass(1);
    expect(app.asked("call-older-messages")).toHaveLength(1);
  });
});
