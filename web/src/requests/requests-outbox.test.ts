import { describe, expect, test } from "vitest";
import { newRoomId, type PendingMessage, type PendingRequest } from "../state/entities.ts";
import { pendingOf } from "../state/messages/pending-messages.ts";
import { callError } from "../testing/call-errors.ts";
import { row } from "../testing/outbox-rows.ts";
import { room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";

const file = { name: "talon.jpg", bytes: 9, type: "image/jpeg", width: null, height: null, isOriginal: false };
const request: PendingRequest = {
  car_id: 4,
  items: [{ text: "Kit ambreiaj", qty: 2 }],
  photos: [{ id: "photo", file }],
};
const itsRoom = room(14, {
  ...{ name: "cerere.31", offerNumber: null, offerStatus: null, offerVersion: null },
  request: { id: 31, state: "open", reason: null, seq: 1 },
});

function asking(): TestApp {
  const app = createAnasApp(room(1));
  app.arriveAt("/cerere");
  app.dispatch({ type: "drafts/written", roomId: newRoomId, text: '{"text":"Patinează."}' });
  const tray = [{ id: "photo", file, text: "", isHeld: true, problem: null }];
  app.dispatch({ type: "attachments/loaded", trays: { [newRoomId]: tray } });
  app.forget();
  app.dispatch({ type: "requests/send-asked", text: "Patinează.", request });
  return app;
}

const pending = (app: TestApp): readonly PendingMessage[] => pendingOf(app.getState(), newRoomId);
const idOf = (app: TestApp): string => pending(app)[0]?.clientId ?? "";
const statuses = (app: TestApp): string[] => pending(app).map(({ status }) => status);
const sends = (app: TestApp): number => app.asked("call-request").length;

function fail(app: TestApp, code: Parameters<typeof callError>[0]): void {
  app.dispatch({ type: "outbox/publish-failed", roomId: newRoomId, clientId: idOf(app), error: callError(code) });
}

const sent = (app: TestApp, clientId = idOf(app)): void =>
  app.dispatch({ type: "requests/sent", clientId, room: itsRoom });

describe("a sent request", () => {
  test("[ASK-6] is in the journal before it is sent, and leaves neither draft nor photos behind", () => {
    const app = asking();
    expect(app.asked("write-journal")).toMatchObject([{ isNew: true, message: { text: "Patinează.", request } }]);
    expect(app.asked("call-request")).toEqual([
      { type: "call-request", clientId: idOf(app), text: "Patinează.", request },
    ]);
    const { drafts, trays } = app.getState();
    expect([drafts, trays, app.asked("save-tray")]).toEqual([
      {},
      {},
      [{ type: "save-tray", roomId: newRoomId, files: [] }],
    ]);
    expect(app.asked("drop-files")).toEqual([]);
  });

  test("[ASK-6] without an answer is sent again by itself, under the same client id", () => {
    const app = asking();
    fail(app, "timeout");
    expect(statuses(app)).toEqual(["backing-off"]);
    app.clock.pass(1000);
    expect(statuses(app)).toEqual(["sending"]);
    fail(app, "unavailable");
    app.dispatch({ type: "connection/connected" });
    expect(app.asked("call-request").map(({ clientId }) => clientId)).toEqual(Array(3).fill(idOf(app)));
  });

  test("[ASK-6] of an earlier visit is sent at the next", () => {
    const app = createAnasApp(room(1));
    const waiting = row(1, "Patinează.", { roomId: newRoomId, request });
    app.dispatch({ type: "outbox/loaded", rows: [waiting], isStored: true });
    expect(app.asked("call-request")).toMatchObject([{ clientId: waiting.clientId, request }]);
  });

  test("[ASK-7] that is refused waits for its customer, who sends it again", () => {
    const app = asking();
    fail(app, "quota_full");
    app.clock.pass(60_000);
    expect([statuses(app), sends(app)]).toEqual([["failed"], 1]);
    app.dispatch({ type: "outbox/retry-asked", roomId: newRoomId, clientId: idOf(app) });
    expect([statuses(app), sends(app)]).toEqual([["sending"], 2]);
  });

  test("[ASK-7] can be deleted at any time, with its photos and its upload", () => {
    const app = asking();
    const clientId = idOf(app);
    app.dispatch({ type: "outbox/pending-deleted", roomId: newRoomId, clientId });
    expect(pending(app)).toEqual([]);
    expect(app.asked("remove-from-journal")).toMatchObject([{ clientIds: [clientId] }]);
    expect(app.asked("drop-files")).toMatchObject([{ ids: [clientId, "photo"] }]);
  });

  test("[ASK-7] becomes the draft again with its photos, unless it is being sent", () => {
    const app = asking();
    const clientId = idOf(app);
    app.dispatch({ type: "requests/edit-asked", clientId });
    expect(statuses(app)).toEqual(["sending"]);
    fail(app, "quota_full");
    app.dispatch({ type: "drafts/written", roomId: newRoomId, text: '{"text":"Alta"}' });
    app.forget();
    app.dispatch({ type: "requests/edit-asked", clientId });
    const { drafts, stashedDrafts, trays } = app.getState();
    expect(JSON.parse(drafts[newRoomId] ?? "")).toEqual({ car_id: 4, items: request.items, text: "Patinează." });
    expect(stashedDrafts[newRoomId]).toBe('{"text":"Alta"}');
    expect(trays[newRoomId]).toMatchObject([{ id: "photo", isHeld: true }]);
    expect(app.asked("drop-files").flatMap(({ ids }) => ids)).not.toContain("photo");
    expect(pending(app)).toEqual([]);
  });
});

describe("the room of a sent request", () => {
  test("[ASK-8] opens for a customer who still waits for it", () => {
    const app = asking();
    sent(app);
    expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/cerere.31", replace: true }]);
    expect(app.getState()).toMatchObject({ openRoom: { phase: "open", roomId: 14 }, pending: {} });
  });

  test("[ASK-8] only comes first in the list for one who has left", () => {
    const app = asking();
    app.arriveAt("/");
    sent(app);
    expect([app.asked("navigate"), app.getState().rooms.order]).toEqual([[], [14, 1]]);
  });

  test("[ASK-6a] is listed once if two answers come", () => {
    const app = asking();
    const clientId = idOf(app);
    sent(app);
    sent(app, clientId);
    expect(app.getState().rooms).toMatchObject({ order: [14, 1], total: 2 });
    expect([sends(app), app.asked("navigate").length]).toEqual([1, 1]);
  });
});
