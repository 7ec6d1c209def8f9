import { expect, test } from "vitest";
import { ana, mia, radu, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const online = (chat: TestChat) => chat.getState().online[1];

test("[HERE-1] here replaces the people online", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "presence/here", roomId: 1, people: [ana, radu] });
  chat.dispatch({ type: "presence/here", roomId: 1, people: [ana, mia] });
  expect(online(chat)).toEqual([ana, mia]);
});

test("[HERE-1] joining adds one who is absent, leaving removes one, who then types no more", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "presence/here", roomId: 1, people: [ana] });
  chat.dispatch({ type: "presence/joining", roomId: 1, person: radu });
  chat.dispatch({ type: "presence/joining", roomId: 1, person: radu });
  expect(online(chat)).toEqual([ana, radu]);
  chat.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  chat.dispatch({ type: "presence/leaving", roomId: 1, person: radu });
  expect(online(chat)).toEqual([ana]);
  expect(chat.getState().typing[1]).toEqual([]);
});
