import { expect, test } from "vitest";
import { room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";

test("[TYPE-1] typing is whispered at most every 2 s, and again at once after sending", () => {
  const app = createAnasApp(room(1));
  const write = (text: string): void => app.dispatch({ type: "drafts/written", roomId: 1, text });
  write("B");
  write("Bu");
  app.clock.pass(1999);
  write("Bun");
  expect(app.asked("whisper-typing")).toEqual([
    { type: "whisper-typing", channel: "presence-oferta.10001", name: "Ana Pop" },
  ]);
  app.clock.pass(1);
  write("Bună");
  expect(app.asked("whisper-typing")).toHaveLength(2);
  app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Bună" });
  write("D");
  expect(app.asked("whisper-typing")).toHaveLength(3);
  write("");
  expect(app.asked("whisper-typing")).toHaveLength(3);
});
