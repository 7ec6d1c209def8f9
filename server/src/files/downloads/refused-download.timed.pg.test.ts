import { expect, test } from "vitest";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { giveFile } from "../../testing/stored-files.ts";
import { startTestApi } from "../../testing/test-api.ts";

const api = await startTestApi();
const { ana, mihai } = api.people;

async function say(person: typeof ana, channel: number): Promise<{ readonly room: number; readonly message: number }> {
  const room: number = (await api.call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id;
  const { body } = await api.call(person, "POST", `/api/v1/publish/${room}`, { message: "uite" });
  return { room, message: body.message.id };
}

test("[MSG-4b] foreign and absent files are refused in the same time", async () => {
  const [own, foreign] = [await say(ana, 10_001), await say(mihai, 10_005)];
  await giveFile(api, foreign.message, { name: "a.jpg", mime: "image/jpeg", content: Buffer.alloc(1000) });
  const urls = {
    foreign: `/api/v1/chat/${foreign.room}/download/${foreign.message}/0`,
    own: `/api/v1/chat/${own.room}/download/${own.message}/0`,
    absent: `/api/v1/chat/99999999/download/${2 ** 52}/0`,
  };
  const taken: Record<keyof typeof urls, number[]> = { foreign: [], own: [], absent: [] };
  const elapsedMs = startStopwatch();
  const measure = async (): Promise<void> => {
    for (const which of ["foreign", "own", "absent"] as const) {
      const began = elapsedMs();
      expect((await api.call(ana, "GET", urls[which])).status).toBe(404);
      taken[which].push(elapsedMs() - began);
    }
  };
  for (let round = 0; round < 1000; round += 1) await measure();
  // Noise of a busy machine averages out; a systematic cost does not.
  const ratio = async (): Promise<number> => {
    for (let round = 0; round < 500; round += 1) await measure();
    const times = Object.values(taken).map((each) => each.toSorted((a, b) => a - b)[each.length / 10] ?? NaN);
    return Math.max(...times) / Math.min(...times);
  };
  // One extra statement for one of the two kinds would make the ratio at least 1.2.
  await expect.poll(ratio, { interval: 0 }).toBeLessThan(1.15);
});
