import { expect, test } from "vitest";
import { ana, message, radu, received, room } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const names = (chat: TestChat): string[] => (chat.getState().typing[1] ?? []).map(({ name }) => name);

test("[TYPE-1] a typing indicator disappears 3000 ms after the last whisper", () => {
  const chat = createAnasChat(room(1));
  const whisper = () => chat.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  whisper();
  chat.clock.pass(2000);
  whisper();
  chat.clock.pass(2999);
  expect(names(chat)).toEqual(["Radu Ion"]);
  chat.clock.pass(1);
  expect(names(chat)).toEqual([]);
});

test("[TYPE-1] two people of one name are two; oneself is none", () => {
  const chat = createAnasChat(room(1));
  const other = { ...radu, id: 20 };
  for (const person of [radu, other, ana]) chat.dispatch({ type: "typing/whispered", roomId: 1, person });
  expect(names(chat)).toEqual(["Radu Ion", "Radu Ion"]);
  chat.dispatch({ type: "typing/expired", roomId: 1, person: other });
  expect(chat.getState().typing[1]).toEqual([radu]);
});

test("[TYPE-1] the indicator is gone as soon as the message is there", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "typing/whispered", roomId: 1, person: radu });
  chat.dispatch(received(message(1, 1)));
  expect(names(chat)).toEqual([]);
});
