import { describe, expect, test } from "vitest";
import type { RequestUpdated } from "@cuplaj/protocol/events.ts";
import { RequestUpdated as schema } from "@cuplaj/protocol/events.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { liveEventOf } from "../sync/logged-events.ts";
import { callError } from "../testing/call-errors.ts";
import { message, room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { requestOf } from "../state/messages/amendments.ts";
import { requestStateOf, titleOf } from "../state/rooms/room-title.ts";

const open = { id: 31, state: "open", reason: null, seq: 1 } as const;
const asked = room(1, {
  ...{ name: "cerere.31", offerNumber: null, offerStatus: null, offerVersion: null, request: open, cursor: 1 },
});

function announce(app: TestApp, change: Partial<RequestUpdated>, seq = 2): void {
  const { room: head, ...whole } = exampleOf(schema);
  const data = { ...whole, ...change, room: { ...head, id: 1, last_seq: seq } };
  app.dispatch(liveEventOf(app.kinds, "RequestUpdated", data));
}

const held = (app: TestApp) => app.getState().rooms.byId[1];

describe("an announced change of a request", () => {
  test("[ASK-9] by an offer in its room gives the room that offer, which is fetched", () => {
    const app = createAnasApp(asked);
    announce(app, { request: { ...open, state: "answered" }, offer: { id: 10_007, room_id: 1 } });
    expect(held(app)).toMatchObject({ offerNumber: 10_007, request: { state: "answered" } });
    expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
  });

  test("[ASK-9] by an offer in another room, or by a person, only changes its state", () => {
    const app = createAnasApp(asked);
    announce(app, { request: { ...open, state: "answered" }, offer: { id: 10_008, room_id: 9 } });
    announce(app, { request: { ...open, state: "closed", reason: "Nu se mai fabrică." }, offer: null }, 3);
    expect(held(app)).toMatchObject({ offerNumber: null, request: { state: "closed", reason: "Nu se mai fabrică." } });
    expect(app.asked("call-fetch-room")).toEqual([]);
  });
});

describe("a change asked for here", () => {
  test("[ASK-12] is called once at a time, and applied by its answer", () => {
    const app = createAnasApp(asked);
    for (const state of ["withdrawn", "open"] as const)
      app.dispatch({ type: "requests/change-asked", roomId: 1, change: { state } });
    expect(app.asked("call-change-request")).toEqual([
      { type: "call-change-request", roomId: 1, requestId: 31, change: { state: "withdrawn" } },
    ]);
    app.dispatch({ type: "requests/changed", room: { ...asked, request: { ...open, state: "withdrawn" } } });
    expect([held(app)?.request?.state, app.getState().requestChange]).toEqual(["withdrawn", null]);
  });

  test("[ASK-12] that fails, or has no connection, leaves the request as it is", () => {
    const app = createAnasApp(asked);
    const ask = (): void => app.dispatch({ type: "requests/change-asked", roomId: 1, change: { state: "withdrawn" } });
    ask();
    app.dispatch({ type: "requests/change-failed", roomId: 1, error: callError("conflict") });
    expect(app.getState().requestChange).toMatchObject({ roomId: 1, error: { code: "conflict" } });
    app.dispatch({ type: "connection/lost" });
    ask();
    expect(app.getState().requestChange).toMatchObject({ error: { code: "offline" } });
    expect([held(app)?.request?.state, app.asked("call-change-request").length]).toEqual(["open", 1]);
  });
});

test("[ASK-11] a room is called after its offer, or else its request, whose state shows without an offer or once it has ended", () => {
  expect(titleOf(asked)).toEqual({ of: "request", id: 31 });
  expect(titleOf({ ...asked, offerNumber: 10_007 })).toEqual({ of: "offer", id: 10_007 });
  const withdrawn = { ...open, state: "withdrawn" } as const;
  const states = [
    asked,
    { ...asked, offerStatus: "sent" as const },
    { ...asked, offerStatus: "sent" as const, request: withdrawn },
  ];
  expect(states.map(requestStateOf)).toEqual(["open", null, "withdrawn"]);
});

test("[ASK-11] an offer's number leads to the room that its request has, by links and by hand", () => {
  const app = createAnasApp({ ...asked, offerNumber: 10_007 }, room(2));
  app.arriveAt("/view/oferta.10007");
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
  app.arriveAt("/");
  app.dispatch({ type: "room/join-asked", roomRef: "10007" });
  expect(app.asked("navigate").at(-1)).toMatchObject({ to: "/view/cerere.31" });
});

test("[ASK-10] only the message with the request's number carries it", () => {
  const app = createAnasApp(asked, room(2));
  const messages = [message(1, 1), message(1, 2), message(2, 1)];
  expect(messages.map((one) => requestOf(app.getState(), one)?.id)).toEqual([31, undefined, undefined]);
});
