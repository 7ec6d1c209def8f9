import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { addPeople } from "../testing/people.ts";
import { startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";

const { database, url: DATABASE_URL } = await createTestDatabase();
const { ana } = await addPeople({ database });

test("[FIND-2e] messages are found within 2 s", async () => {
  const { url } = await startServerProcess({ DATABASE_URL, DATA_DIR: temporaryFolder(), LIMITS: "off" });
  const ask = async (path: string, body: object) =>
    (await call(url, `/api/v1/${path}`, { token: ana.token, body })).body;
  const { id } = (await ask("join", { type: 1, channel: 10_001 }))["chat"] as { id: number };
  let turns = 0;
  const find = async (): Promise<number> => {
    turns += 1;
    const word = `amortizor${turns}spate`;
    await ask(`publish/${id}`, { message: `Aveți ${word}?` });
    const elapsedMs = startStopwatch();
    await until(async () => {
      const { chats } = await ask("search", { search: word });
      return (chats as unknown[]).length === 1 ? true : undefined;
    });
    return elapsedMs();
  };
  expect(await medianOfThree(find)).toBeLessThan(onThisMachine(2000));
});
