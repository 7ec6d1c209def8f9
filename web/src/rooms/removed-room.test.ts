import { expect, test } from "vitest";
import { message, radu, received, room } from "../testing/people.ts";
import { createAnasChat } from "../testing/test-chat.ts";

test("[ROOM-6] the state keeps nothing of a room that is gone", () => {
  const fresh = createAnasChat(room(2));
  fresh.clock.pass(2500);
  const chat = createAnasChat(room(1), room(2));
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({
    type: "messages/newest-loaded",
    roomId: 1,
    page: { messages: [message(1, 1)], isFull: false, seq: 1 },
  });
  chat.dispatch({ type: "presence/here", roomId: 1, people: [radu] });
  chat.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  chat.dispatch({ type: "messages/draft-written", roomId: 1, text: "" });
  chat.dispatch(received(message(1, 2)));
  chat.clock.pass(2500);
  chat.dispatch({ type: "rooms/room-gone", roomId: 1 });
  const { alerts: _alerts, ...state } = chat.getState();
  const { alerts: _none, ...expected } = fresh.getState();
  expect(state).toEqual(expected);
});
