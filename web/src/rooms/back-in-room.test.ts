import { describe, expect, test } from "vitest";
import type { CallError } from "../state/entities.ts";
import { radu, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { leftMax } from "../state/rooms/leaving.ts";

const roomRef = "oferta.10002";
const notFound: CallError = { code: "not_found", message: "", fieldErrors: {}, retryAfterSeconds: null };

function backAt(app: TestApp): TestApp {
  app.dispatch({ type: "room/leave-asked", roomId: 2 });
  app.clock.pass(5000);
  app.dispatch({ type: "room/left", roomId: 2 });
  app.arriveAt("/view/10002");
  app.dispatch({ type: "room/open-failed", roomRef, error: notFound });
  return app;
}

describe("[ROOM-11] opening a room that the person left", () => {
  test("asks whether to join it, and opens it once joined", () => {
    const app = backAt(createAnasApp(room(1), room(2)));
    expect(app.getState().openRoom).toEqual({ phase: "asking", roomRef });
    expect(app.asked("call-join-room")).toEqual([]);
    app.dispatch({ type: "room/join-asked", roomRef });
    expect(app.asked("call-join-room")).toEqual([{ type: "call-join-room", roomRef }]);
    app.dispatch({ type: "room/joined", roomRef, room: room(2) });
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 2 });
  });

  test("does the same while the leave call is unanswered", () => {
    const app = createAnasApp(room(2));
    app.dispatch({ type: "room/leave-asked", roomId: 2 });
    app.clock.pass(5000);
    app.arriveAt("/view/10002");
    app.dispatch({ type: "room/open-failed", roomRef, error: notFound });
    expect(app.getState().openRoom).toEqual({ phase: "asking", roomRef });
  });

  test("reports any other failure, and never mentions leaving for other rooms", () => {
    const app = backAt(createAnasApp(room(2)));
    app.arriveAt("/view/10002");
    app.dispatch({ type: "room/open-failed", roomRef, error: { ...notFound, code: "unavailable" } });
    expect(app.getState().openRoom).toMatchObject({ phase: "failed", error: { code: "unavailable" } });
    app.arriveAt("/view/10009");
    app.dispatch({ type: "room/open-failed", roomRef: "oferta.10009", error: notFound });
    expect(app.getState().openRoom).toMatchObject({ phase: "failed", roomRef: "oferta.10009" });
  });

  test("covers the rooms left last, and not the next person's", () => {
    const rooms = Array.from({ length: leftMax + 1 }, (_none, index) => room(index + 1));
    const app = createAnasApp(...rooms);
    for (const { id } of rooms) app.dispatch({ type: "room/left", roomId: id });
    expect(app.getState().left).toEqual(rooms.slice(1).map(({ name }) => name));
    app.dispatch({ type: "sign-out/asked" });
    expect(app.getState().left).toEqual([]);
  });
});

describe("[VISIT-2] a visitor's room", () => {
  const visited = room(7, { members: [radu] });

  function visiting(): TestApp {
    const app = createAnasApp(room(1));
    app.arriveAt("/view/10007");
    app.dispatch({ type: "room/viewed", roomRef: "oferta.10007", room: visited });
    expect(app.getState().rooms).toMatchObject({ order: [7, 1], total: 2 });
    return app;
  }

  test.each(["/", "/view/10001", "/view/10008"])("leaves the list when closed for %s", (address) => {
    const app = visiting();
    app.arriveAt(address);
    expect(app.getState()).toMatchObject({ rooms: { order: [1], total: 1 } });
    expect([app.getState().rooms.byId[7], app.getState().timelines[7]]).toEqual([undefined, undefined]);
  });

  test("stays in the list once the visitor has joined", () => {
    const app = visiting();
    app.dispatch({ type: "room/join-asked", roomRef: "10007" });
    app.dispatch({ type: "room/joined", roomRef: "oferta.10007", room: room(7) });
    app.arriveAt("/");
    expect(app.getState().rooms.order).toEqual([7, 1]);
  });
});
