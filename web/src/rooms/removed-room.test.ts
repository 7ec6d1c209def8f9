import { expect, test } from "vitest";
import { ana, message, radu, received, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";

test("[ROOM-6] the state keeps nothing of a removed room except what the person wrote there", () => {
  const fresh = createAnasApp(room(2));
  fresh.clock.pass(2500);
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({
    type: "messages/newest-loaded",
    roomId: 1,
    page: { messages: [message(1, 1)], isFull: false, seq: 1 },
  });
  app.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  app.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  app.dispatch({ type: "drafts/written", roomId: 1, text: "ciornă" });
  app.dispatch(received(message(1, 2)));
  app.clock.pass(2500);
  app.dispatch({ type: "rooms/room-gone", roomId: 1 });
  const { alerts: _alerts, drafts, ...state } = app.getState();
  const { alerts: _none, drafts: _noDrafts, ...expected } = fresh.getState();
  expect(state).toEqual(expected);
  expect(drafts).toEqual({ 1: "ciornă" });
});

test("[ROOM-6] nothing is kept of a room removed in the same event that adds another one", () => {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({
    type: "sync/answered",
    answer: {
      ...{ epoch: "one", reset: [], unread: {}, fresh: [room(3)], asked: {} },
      rooms: [
        {
          id: 1,
          events: [
            { kind: "members", origin: "catch-up", roomId: 1, seq: 1, joined: null, left: ana, membersTotal: 1 },
          ],
          head: 1,
          hasMore: false,
        },
      ],
    },
  });
  const { rooms, timelines } = app.getState();
  expect([rooms.order.toSorted((a, b) => a - b), timelines]).toEqual([[2, 3], {}]);
});
