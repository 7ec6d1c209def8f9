import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askLine } from "./ask-line.ts";

function ask(): { typed: PassThrough; answer: Promise<string> } {
  const [typed, shown] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
  return { typed, answer: askLine(typed, shown, "Do this? ") };
}

test("[RUN-7] a question is answered by a line", async () => {
  const { typed, answer } = ask();
  typed.write("yes\r");
  expect(await answer).toBe("yes");
});

test.each(["\u0003", "\u0004", null])("[RUN-7] %j instead of an answer changes nothing", async (key) => {
  const { typed, answer } = ask();
  if (key === null) typed.end();
  else typed.write(key);
  await expect(answer).rejects.toThrow("Nothing was changed.");
});
