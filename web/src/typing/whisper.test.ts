import { expect, test } from "vitest";
import { room } from "../testing/people.ts";
import { createAnasChat } from "../testing/test-chat.ts";

test("[TYPE-1] typing is whispered at most every 2 s, and again at once after a message was sent", () => {
  const chat = createAnasChat(room(1));
  const write = (text: string): void => chat.dispatch({ type: "messages/draft-written", roomId: 1, text });
  write("B");
  write("Bu");
  chat.clock.pass(1999);
  write("Bun");
  expect(chat.asked("whisper-typing")).toEqual([
    { type: "whisper-typing", channel: "presence-oferta.10001", name: "Ana Pop" },
  ]);
  chat.clock.pass(1);
  write("Bună");
  expect(chat.asked("whisper-typing")).toHaveLength(2);
  chat.dispatch({ type: "messages/send-asked", roomId: 1, text: "Bună" });
  write("D");
  expect(chat.asked("whisper-typing")).toHaveLength(3);
  write("");
  expect(chat.asked("whisper-typing")).toHaveLength(3);
});
