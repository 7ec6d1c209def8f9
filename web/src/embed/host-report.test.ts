import { expect, test } from "vitest";
import type { MessageAction } from "../state/entities.ts";
import type { OfferUpdate } from "../state/offer-entities.ts";
import type { AppEvent } from "../state/shape.ts";
import { ana, message, mia, radu, readBy, received, room, signedInAna } from "../testing/people.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import { HostReport, type Reported } from "./host-report.ts";

function framedApp(isLeading = true) {
  const report = new HostReport();
  const app = createTestApp();
  startAnasApp(app, [room(1), room(2)]);
  const reported: Reported[] = [];
  app.perform({ "report-events": ({ events }) => report.note(events) });
  app.subscribe((state) => {
    reported.push(...report.events(state, isLeading), ...report.levels(state));
  });
  const since = (): readonly Reported[] => reported.splice(0);
  report.events(app.getState(), isLeading);
  report.levels(app.getState());
  const events = (action: string): readonly Reported[] => since().filter((one) => one.action === action);
  return { app, since, events, report };
}

const logged = (name: string, seq: number, data: unknown): AppEvent<"sync/events-received"> => ({
  type: "sync/events-received",
  events: [{ kind: "payload", origin: "live", name, roomId: 1, seq, data }],
});

test("[EMB-3][EMB-3b] a message is reported once, with only ids and counts, in any order and however often it comes", () => {
  const { app, events } = framedApp();
  app.dispatch(received(message(1, 2, { text: "secret" })));
  expect(events("messageReceived")).toEqual([]);
  app.dispatch(received(message(1, 1), message(1, 2)));
  app.dispatch(received(message(1, 1)));
  const reported = events("messageReceived");
  expect(reported).toEqual(
    [1, 2].map((seq) => ({
      action: "messageReceived",
      id: `messageReceived.1.${seq}`,
      payload: {
        ...{ room_id: 1, offer_id: 10_001, message_id: 100_000 + seq, seq, own: false },
        ...{ unread_count: 2, unread_total: 2 },
      },
    })),
  );
  expect(JSON.stringify(reported)).not.toContain("secret");
});

test("[EMB-3b] each message of a burst to a closed room is reported", () => {
  const { app, events } = framedApp();
  app.dispatch(received(...[1, 2, 3, 4].map((seq) => message(2, seq))));
  expect(events("messageReceived").map(({ id }) => id)).toEqual([1, 2, 3, 4].map((seq) => `messageReceived.2.${seq}`));
});

test("[EMB-3b] one's own message is reported as such, by its response or its echo", () => {
  const { app, events } = framedApp();
  const own = message(1, 1, { author: ana, clientId: "c" });
  app.dispatch({ type: "outbox/published", clientId: "c", message: own });
  app.dispatch(received(own));
  expect(events("messageReceived")).toMatchObject([{ payload: { own: true, unread_total: 0 } }]);
});

test("[EMB-3b] reading and opening are reported, wherever the person did it", () => {
  const { app, events } = framedApp();
  app.dispatch(received(message(1, 1)));
  events("messagesRead");
  app.dispatch(readBy(ana, 1, 2, 1));
  expect(events("messagesRead")).toEqual([
    {
      action: "messagesRead",
      id: "messagesRead.1.1",
      payload: { room_id: 1, offer_id: 10_001, read_seq: 1, unread_total: 0 },
    },
  ]);
  app.dispatch(readBy(radu, 1, 3, 1));
  expect(events("messagesRead")).toEqual([]);
  app.arriveAt("/view/oferta.10002");
  expect(events("messagesRead")).toMatchObject([{ payload: { room_id: 2 } }]);
});

test("[EMB-3b][EMB-3g] the page that opens a room reports it, even if another one reports events", () => {
  const { app, events, since } = framedApp(false);
  app.dispatch(received(message(2, 1)));
  expect(since().map(({ action }) => action)).toEqual(["unreadChanged"]);
  app.arriveAt("/view/oferta.10001");
  expect(events("messagesRead").map(({ id }) => id)).toEqual(["messagesRead.1.0"]);
  // Only the leading page reports reads.
  app.arriveAt("/view/oferta.10002");
  expect(events("messagesRead")).toEqual([]);
  app.dispatch(received(message(1, 1)));
  expect(events("messageReceived")).toEqual([]);
});

test("[EMB-3b] unread counts are reported once known, never as zero before", () => {
  const report = new HostReport();
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  app.dispatch({ type: "session/started" });
  const levels = () => report.levels(app.getState()).map(({ action, payload }) => [action, payload]);
  expect(levels().map(([action]) => action)).toEqual(["connection", "roomOpened"]);
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1, { unreadCount: 2 })], total: 1, page: 1 });
  expect(levels()).toEqual([["unreadChanged", { total: 2, rooms: 1 }]]);
});

test("[EMB-3b] levels are reported when they change, and again to a new host", () => {
  const { app, since, report } = framedApp();
  app.dispatch(received(message(1, 1)));
  expect(since().filter(({ action }) => action === "unreadChanged")).toEqual([
    { action: "unreadChanged", payload: { total: 1, rooms: 1 } },
  ]);
  app.dispatch({ type: "connection/lost" });
  app.arriveAt("/view/oferta.10002");
  expect(since().map(({ action, payload }) => [action, payload])).toEqual(
    expect.arrayContaining([
      ["connection", { online: false }],
      ["roomOpened", { room_id: 2, offer_id: 10_002 }],
    ]),
  );
  report.forgetLevels();
  expect(report.levels(app.getState()).map(({ action }) => action)).toEqual([
    "connection",
    "unreadChanged",
    "roomOpened",
  ]);
});

test("[EMB-3] actions and accepted lines are reported by their ids", () => {
  const { app, since } = framedApp();
  const like: MessageAction = {
    ...{ id: 5, kind: "like", person: mia, messageId: 100_001, messageSeq: 1, seq: 2 },
    ...{ isDeleted: false, at: "2026-01-05T09:00:00.000Z" },
  };
  const accepted: OfferUpdate = {
    ...{ offerNumber: 10_001, version: 4, status: "sent", changesTotal: 1, by: ana },
    changes: [{ what: "line_status", lineId: 7, from: "offered", to: "accepted" }],
  };
  app.dispatch(received(message(1, 1)));
  since();
  app.dispatch(logged("ChatMessageAction", 2, like));
  app.dispatch(logged("OfferUpdated", 3, accepted));
  app.dispatch(logged("OfferUpdated", 4, { ...accepted, version: 5, by: radu }));
  const reported = since().filter(({ action }) => action === "messageActionReceived" || action === "offerAccepted");
  expect(reported).toEqual([
    {
      action: "messageActionReceived",
      id: "messageActionReceived.1.2",
      payload: { room_id: 1, offer_id: 10_001, message_id: 100_001, action_id: 2, deleted: false },
    },
    { action: "offerAccepted", id: "offerAccepted.1.3.7", payload: { offer_id: 10_001, line_id: 7, version: 4 } },
  ]);
});

test("[EMB-3b] an unrelated change, such as a key in a draft, iterates over no rooms", () => {
  const { app, report } = framedApp();
  const { rooms, ...others } = app.getState();
  let walks = 0;
  const byId = new Proxy(rooms.byId, {
    ownKeys: (target) => {
      walks += 1;
      return Reflect.ownKeys(target);
    },
  });
  const state = { ...others, rooms: { ...rooms, byId } };
  report.events(state, true);
  report.levels(state);
  const before = walks;
  const typed = { ...state, drafts: { 1: "Aveți" } };
  expect([report.events(typed, true), report.levels(typed), walks]).toEqual([[], [], before]);
});
