import fc from "fast-check";
import { expect, test } from "vitest";
import { roomLogEvents } from "@cuplaj/protocol/events.ts";
import { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import type { RoomEvent } from "../state/entities.ts";
import { ana, message, received, room } from "../testing/people.ts";
import { valuesOf } from "../testing/schema-values.ts";
import { outsideOf } from "../testing/outside.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { liveEventOf } from "./logged-events.ts";
import { syncPart } from "./sync-part.ts";
import type { AppEvent } from "../state/shape.ts";

const originsOf = (events: readonly RoomEvent[]) => events.map(({ origin }) => origin);

test.each(Object.keys(roomLogEvents) as (keyof typeof roomLogEvents)[])(
  "[SYNC-10] every %s that arrives over the connection is marked as live",
  (name) => {
    fc.assert(
      fc.property(valuesOf(roomLogEvents[name]), (data) => {
        const event = liveEventOf(createAnasApp().kinds, name, data);
        expect(event.type === "sync/events-received" && originsOf(event.events)).toEqual(["live"]);
      }),
    );
  },
);

test("[SYNC-10] every event of a catch-up's response is marked as caught up", async () => {
  const isFull = ({ rooms }: SyncAnswer): boolean => rooms.some(({ events }) => events.length > 0);
  const answers = valuesOf<SyncAnswer>(SyncAnswer).filter(isFull);
  await fc.assert(
    fc.asyncProperty(answers, async (value) => {
      const app = createAnasApp(room(1));
      const event = await new Promise<AppEvent>((dispatch) => {
        const call = () => Promise.resolve({ ok: true, value });
        const runners = syncPart.run?.(outsideOf({ ...app, dispatch }, call));
        runners?.["call-sync"]({ type: "call-sync", epoch: "one", cursors: { 1: 0 } });
      });
      const rooms = event.type === "sync/answered" ? event.answer.rooms : [];
      expect(new Set(originsOf(rooms.flatMap(({ events }) => events)))).toEqual(new Set(["catch-up"]));
    }),
  );
});

test("[SYNC-10] an event keeps its origin while it waits; one's own sent message is marked as a response", () => {
  const app = createAnasApp(room(1, { cursor: 5 }));
  const own = message(1, 9, { author: ana, clientId: "own" });
  app.dispatch(received(message(1, 8)));
  app.dispatch({ type: "outbox/published", clientId: "own", message: own });
  const early = app.getState().sync.early[1] ?? {};
  expect(Object.entries(early).map(([seq, event]) => [seq, event?.origin])).toEqual([
    ["8", "live"],
    ["9", "answer"],
  ]);
});
