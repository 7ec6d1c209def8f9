import { expect, test } from "vitest";
import type { OfferUpdate } from "../state/offer-entities.ts";
import type { AppEvent } from "../state/shape.ts";
import { callError } from "../testing/call-errors.ts";
import { offerOf } from "../testing/offers.ts";
import { radu, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { openOffer } from "../state/offers/cached-offers.ts";

const update = (roomId: number, version: number, status: OfferUpdate["status"] = "sent"): OfferUpdate => ({
  ...{ offerNumber: 10_000 + roomId, version, status, by: radu },
  ...{ changes: [{ what: "price", lineId: 1, from: "1.00", to: "2.00" }], changesTotal: 1 },
});

const updatedBy = (data: OfferUpdate, seq: number): AppEvent<"sync/events-received"> => ({
  type: "sync/events-received",
  events: [{ kind: "payload", name: "OfferUpdated", origin: "live", roomId: data.offerNumber - 10_000, seq, data }],
});

function startPage() {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  for (const number of [10_002, 10_001]) {
    app.dispatch({ type: "offers/asked", offerNumber: number });
    app.dispatch({ type: "offers/loaded", offer: offerOf(number) });
  }
  app.forget();
  const asked = () => app.asked("call-offer").map(({ offerNumber }) => offerNumber);
  const loaded = (number: number, version: number) =>
    app.dispatch({ type: "offers/loaded", offer: { ...offerOf(number), version } });
  return { app, asked, loaded };
}

test("[OFF-6c] the room is fetched if a version may have another vehicle, even among unnamed changes", () => {
  const { app } = startPage();
  const first = update(2, 2);
  app.dispatch(updatedBy(first, 1));
  expect(app.asked("call-fetch-room")).toEqual([]);
  const vehicle = { what: "vehicle", lineId: null, from: null, to: null };
  app.dispatch(updatedBy({ ...first, version: 3, changes: [vehicle] }, 2));
  app.dispatch(updatedBy({ ...first, version: 4, changesTotal: 11 }, 3));
  expect(app.asked("call-fetch-room")).toHaveLength(2);
  app.dispatch({ type: "rooms/room-fetched", room: room(2, { vehicle: "Dacia Logan, 2020" }) });
  expect(app.getState().rooms.byId[2]?.vehicle).toBe("Dacia Logan, 2020");
});

test("[OFF-6c] a new version changes the room's offer, an older response does not", () => {
  const { app } = startPage();
  app.dispatch(updatedBy(update(2, 2, "ordered"), 1));
  expect(app.getState().rooms.byId[2]).toMatchObject({ offerVersion: 2, offerStatus: "ordered" });
  app.dispatch({ type: "rooms/room-fetched", room: room(2, { offerVersion: 1, offerStatus: "sent" }) });
  expect(app.getState().rooms.byId[2]).toMatchObject({ offerVersion: 2, offerStatus: "ordered" });
  app.dispatch({ type: "rooms/room-fetched", room: room(2, { offerVersion: 3, offerStatus: "expired" }) });
  expect(app.getState().rooms.byId[2]).toMatchObject({ offerVersion: 3, offerStatus: "expired" });
});

test("[OFF-2] the open room's offer is fetched at once when its room has a newer version, any other when shown", () => {
  const { app, asked, loaded } = startPage();
  app.dispatch(updatedBy(update(2, 2), 1));
  expect(asked()).toEqual([]);
  app.dispatch(updatedBy(update(1, 2), 1));
  expect(asked()).toEqual([10_001]);
  // Updates that arrive during a call cause only one more call after it.
  app.dispatch(updatedBy(update(1, 3), 2));
  app.dispatch(updatedBy(update(1, 4), 3));
  expect(asked()).toEqual([10_001]);
  loaded(10_001, 2);
  expect(openOffer(app.getState())?.version).toBe(2);
  expect(asked()).toEqual([10_001, 10_001]);
  loaded(10_001, 4);
  app.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  expect(asked()).toEqual([10_001, 10_001, 10_002]);
  loaded(10_002, 2);
  app.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { offerVersion: 5 }) });
  expect(asked()).toEqual([10_001, 10_001, 10_002, 10_001]);
});

test("[OFF-2] a late older version never replaces a newer one", () => {
  const { app, loaded, asked } = startPage();
  app.dispatch(updatedBy(update(1, 3), 1));
  loaded(10_001, 3);
  loaded(10_001, 2);
  expect(openOffer(app.getState())?.version).toBe(3);
  expect(app.getState().rooms.byId[1]?.offerVersion).toBe(3);
  expect(asked()).toHaveLength(1);
});

test("[OFF-2] a server that was set back is not asked forever for a version that it has lost", () => {
  const { app, loaded, asked } = startPage();
  app.dispatch(updatedBy(update(1, 9), 1));
  loaded(10_001, 4);
  expect(openOffer(app.getState())?.version).toBe(4);
  expect(app.getState().rooms.byId[1]?.offerVersion).toBe(4);
  expect(asked()).toHaveLength(1);
});

test("[OFF-2] an offer held before its server was set back is fetched again once its room names the current version", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  app.dispatch({ type: "offers/loaded", offer: { ...offerOf(10_002), version: 2 } });
  app.forget();
  app.dispatch({ type: "rooms/room-fetched", room: room(2, { offerVersion: 1 }) });
  app.dispatch({ type: "room/selected", roomId: 2 });
  app.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  expect(app.asked("call-offer")).toHaveLength(1);
  app.dispatch({ type: "offers/loaded", offer: { ...offerOf(10_002), version: 1 } });
  expect(openOffer(app.getState())?.version).toBe(1);
  expect(app.asked("call-offer")).toHaveLength(1);
});

test("[SYNC-8a][OFF-2] a failed newer version leaves the older one on screen and is requested again", () => {
  const { app, asked } = startPage();
  app.dispatch(updatedBy(update(1, 2), 1));
  app.dispatch({ type: "offers/failed", offerNumber: 10_001, error: callError("offline") });
  expect(openOffer(app.getState())?.version).toBe(1);
  expect(asked()).toHaveLength(1);
  app.clock.pass(2000);
  expect(asked()).toHaveLength(2);
  app.dispatch({ type: "offers/failed", offerNumber: 10_001, error: callError("not_found") });
  expect(app.getState().offers.at(-1)).toMatchObject({ phase: "failed" });
});

test("[OFF-2][SYNC-8a] an offer that failed to load but came with a decision's response is fetched at once when it changes", () => {
  const { app, asked } = startPage();
  app.dispatch(updatedBy(update(1, 2), 1));
  app.dispatch({ type: "offers/failed", offerNumber: 10_001, error: callError("offline") });
  app.dispatch({ type: "offers/decided", lineId: 1, offer: { ...offerOf(10_001), version: 2 } });
  app.forget();
  app.dispatch(updatedBy(update(1, 3), 2));
  expect(asked()).toEqual([10_001]);
});
