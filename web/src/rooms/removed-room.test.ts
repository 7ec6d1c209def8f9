import { expect, test } from "vitest";
import { message, radu, received, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";

test("[ROOM-6] the state keeps nothing of a room that is gone", () => {
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
  app.dispatch({ type: "messages/draft-written", roomId: 1, text: "" });
  app.dispatch(received(message(1, 2)));
  app.clock.pass(2500);
  app.dispatch({ type: "rooms/room-gone", roomId: 1 });
  const { alerts: _alerts, ...state } = app.getState();
  const { alerts: _none, ...expected } = fresh.getState();
  expect(state).toEqual(expected);
});
