import { describe, expect, test } from "vitest";
import { room } from "../testing/people.ts";
import { callError } from "../testing/call-errors.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";

function joining(): TestApp {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.forget();
  app.dispatch({ type: "room/join-asked", roomRef: "10007" });
  return app;
}

const stays = { openRoom: { phase: "open", roomId: 1 }, route: { kind: "view", roomRef: "oferta.10001" } };

describe("[ROOM-9] joining by a number", () => {
  test("keeps the room on screen until it succeeds, then opens the other", () => {
    const app = joining();
    expect(app.getState()).toMatchObject({ ...stays, joining: { phase: "busy", roomRef: "oferta.10007" } });
    expect(app.asked("call-join-room")).toEqual([{ type: "call-join-room", roomRef: "oferta.10007" }]);
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    expect(app.getState()).toMatchObject({ openRoom: { phase: "open", roomId: 7 }, joining: { phase: "none" } });
    expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10007", replace: false }]);
  });

  test("[ROOM-9] a refusal shows where the join was requested, keeps the room, and is not retried", () => {
    const app = joining();
    app.dispatch({ type: "room/join-failed", roomRef: "oferta.10007", error: callError("not_found") });
    expect(app.getState()).toMatchObject({ ...stays, joining: { phase: "failed", error: { code: "not_found" } } });
    app.clock.pass(60_000);
    app.dispatch({ type: "connection/listening" });
    expect(app.asked("call-join-room")).toHaveLength(1);
  });

  test("[ROOM-9] a call that failed without the server is retried when it is back", () => {
    const app = joining();
    app.dispatch({ type: "room/join-failed", roomRef: "oferta.10007", error: callError("offline") });
    app.dispatch({ type: "connection/lost" });
    app.dispatch({ type: "connection/connected" });
    app.dispatch({ type: "connection/listening" });
    expect(app.asked("call-join-room")).toHaveLength(2);
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 7 });
  });

  test("[ROOM-9] an abandoned join opens nothing, even though the room is listed", () => {
    const app = joining();
    app.dispatch({ type: "room/join-dropped" });
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    expect(app.getState()).toMatchObject({ ...stays, rooms: { order: [7, 1] } });
  });

  test("opens a listed room at once, without a call", () => {
    const app = createAnasApp(room(1), room(2));
    app.dispatch({ type: "room/join-asked", roomRef: "10002" });
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 2 });
    expect(app.asked("call-join-room")).toEqual([]);
  });
});

test("[ROOM-1c] digits in an address are an offer's number, even if a room has that id", () => {
  const app = createAnasApp(room(7), room(8, { offerNumber: 7, name: "oferta.7", channel: "presence-oferta.7" }));
  app.arriveAt("/view/7");
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 8 });
  app.arriveAt("/view/8");
  expect(app.getState().openRoom).toEqual({ phase: "opening", roomRef: "oferta.8" });
  expect(app.asked("call-view-room")).toEqual([{ type: "call-view-room", roomRef: "oferta.8" }]);
});
