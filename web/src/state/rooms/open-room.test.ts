import { describe, expect, test } from "vitest";
import { room, signedInRadu } from "../../testing/people.ts";
import { createAnasApp, createTestApp, type TestApp } from "../../testing/test-app.ts";
import { callError } from "../../testing/call-errors.ts";

const notFound = callError("not_found");

function atJoinLink(roomRef: string): TestApp {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "radus-token", me: signedInRadu });
  app.arriveAt(`/join/${roomRef}`);
  app.dispatch({ type: "session/started" });
  return app;
}

test.each(["10007", "oferta.10007"])(
  "[SEC-11b] a link to /join/%s lets staff see what they may, and joins nothing",
  (name) => {
    const app = atJoinLink(name);
    app.dispatch({ type: "rooms/page-loaded", rooms: [], total: 0, page: 1 });
    expect(app.asked("call-view-room")[0]).toEqual({ type: "call-view-room", roomRef: "oferta.10007" });
    app.dispatch({ type: "room/viewed", roomRef: "oferta.10007", room: room(7) });
    expect(app.getState()).toMatchObject({
      route: { kind: "view", roomRef: "oferta.10007" },
      openRoom: { phase: "open", roomId: 7 },
    });
    expect(app.asked("call-join-room")).toEqual([]);
  },
);

test.each(["not_found", "forbidden"] as const)(
  "[SEC-11b] if staff may see nothing (%s) they are asked, and join by the button",
  (code) => {
    const app = atJoinLink("10007");
    app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: { ...notFound, code } });
    expect(app.getState().openRoom).toEqual({ phase: "asking", roomRef: "oferta.10007" });
    expect(app.asked("call-join-room")).toEqual([]);
    app.dispatch({ type: "room/join-asked", roomRef: "oferta.10007" });
    expect(app.asked("call-join-room")).toEqual([{ type: "call-join-room", roomRef: "oferta.10007" }]);
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 7 });
  },
);

test.each(["10007", "oferta.10007", "%2010007%0A"])(
  "[SEC-11b] joining from the question at /join/%s goes straight to the room's own address, which replaces it",
  (name) => {
    const app = atJoinLink(name);
    expect(app.getState().openRoom).toEqual({ phase: "looking", roomRef: "oferta.10007" });
    app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: notFound });
    app.forget();
    app.dispatch({ type: "room/join-asked", roomRef: "oferta.10007" });
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10007", replace: true }]);
  },
);

test.each(["abc", "12345678901234567890", "0", "%F0%9F%98%80"])(
  "[SEC-11b] nobody is asked to join an impossible room (/join/%s)",
  (name) => {
    const app = atJoinLink(name);
    const tried = decodeURIComponent(name);
    app.dispatch({ type: "room/open-failed", roomRef: tried, error: notFound });
    expect(app.getState().openRoom).toMatchObject({ phase: "failed", roomRef: tried, error: notFound });
    expect(app.asked("call-join-room")).toEqual([]);
  },
);

test("[SEC-11b] if joining by the button failed, a retry joins without asking again", () => {
  const app = atJoinLink("10007");
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: notFound });
  app.dispatch({ type: "room/join-asked", roomRef: "oferta.10007" });
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: { ...notFound, code: "unavailable" } });
  app.forget();
  app.dispatch({ type: "room/retry-asked" });
  expect(app.asked("call-join-room")).toEqual([{ type: "call-join-room", roomRef: "oferta.10007" }]);
});

test("[SEC-11b] a lookup that fails for another reason is retried as a lookup, however triggered", () => {
  const app = atJoinLink("oferta.10007");
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: { ...notFound, code: "unavailable" } });
  expect(app.getState().openRoom.phase).toBe("failed");
  app.dispatch({ type: "room/retry-asked" });
  expect(app.getState().openRoom.phase).toBe("looking");
  expect(app.asked("call-join-room")).toEqual([]);
});

describe.each([
  { address: "/join/10002", call: "call-join-room", failed: "room/join-failed" },
  { address: "/view/oferta.10002", call: "call-view-room", failed: "room/open-failed" },
] as const)("[SYNC-8a][ROOM-9] a room that failed to open at $address", ({ address, call, failed }) => {
  const roomRef = "oferta.10002";
  const calls = (app: TestApp): number => app.asked(call).length;
  function failing(
    code: "unavailable" | "too_many_requests" | "unexpected" | "forbidden",
    retryAfter?: number,
  ): TestApp {
    const app = createAnasApp(room(1));
    app.arriveAt(address);
    app.forget();
    app.dispatch({ type: failed, roomRef, error: callError(code, retryAfter) });
    return app;
  }

  test("is retried by timer while the connection lasts, and then opens", () => {
    const app = failing("unavailable");
    app.clock.pass(1000);
    expect([calls(app), app.getState().openRoom.phase]).toEqual([1, "opening"]);
    app.dispatch({ type: failed, roomRef, error: callError("unavailable") });
    app.clock.pass(2000);
    expect(calls(app)).toBe(2);
    app.dispatch({ type: failed === "room/join-failed" ? "room/joined" : "room/viewed", roomRef, room: room(2) });
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 2 });
    app.clock.pass(120_000);
    expect(calls(app)).toBe(2);
  });

  test("is retried at a good moment, once, and never before Retry-After", () => {
    for (const type of ["sync/asked", "connection/listening"] as const) {
      const app = failing("unavailable");
      app.dispatch({ type });
      expect(calls(app)).toBe(1);
      const busy = failing("too_many_requests", 60);
      busy.dispatch({ type });
      busy.clock.pass(59_999);
      expect(calls(busy)).toBe(0);
      busy.clock.pass(1);
      expect(calls(busy)).toBe(1);
    }
  });

  test("is dropped if refused, until the page subscribes again", () => {
    const app = failing("forbidden");
    app.clock.pass(120_000);
    app.dispatch({ type: "sync/asked" });
    expect(calls(app)).toBe(0);
    app.dispatch({ type: "connection/listening" });
    expect(calls(app)).toBe(1);
  });

  test("is not retried once the person is elsewhere", () => {
    const app = failing("unavailable");
    app.arriveAt("/view/oferta.10001");
    app.clock.pass(120_000);
    app.dispatch({ type: "sync/asked" });
    expect(calls(app)).toBe(0);
  });
});
