import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { createDice } from "../testing/dice.ts";
import { addPeople, type Person } from "../testing/people.ts";
import { findIndexProblems, untilSearchIsLevel } from "../testing/search-level.ts";
import { runHere } from "../testing/server-here.ts";
import { type ServerProcess, startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";

const database = await createTestDatabase();
const { pool, url } = database;
const { ana } = await addPeople(database);
const start = (): Promise<ServerProcess> =>
  startServerProcess({ DATABASE_URL: url, DATA_DIR: temporaryFolder(), LIMITS: "off" });

async function call(server: ServerProcess, person: Person, path: string, body: object) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests check the shape of the response
  return (await answer.json()) as any;
}

const join = async (server: ServerProcess): Promise<number> =>
  (await call(server, ana, "join", { type: 1, channel: 10_001 })).chat.id;

test("[FIND-2e] messages are found, whenever they were sent", async () => {
  const server = await start();
  const room = await join(server);
  for (let turn = 0; turn < 8; turn += 1) {
    const word = `amortizor${turn}spate`;
    await call(server, ana, `publish/${room}`, { message: `Aveți ${word}?` });
    await until(async () => {
      const { chats } = await call(server, ana, "search", { search: word });
      return chats.length === 1 ? true : undefined;
    });
    for (let asked = 0; asked < 10 * turn; asked += 1) await fetch(`${server.url}/healthz`);
  }
  const behind = async (): Promise<number> =>
    Number(/^cuplaj_search_behind_seconds (\S+)$/mu.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);
  await expect.poll(behind).toBeLessThan(2);
});

test("[FIND-2f] a server killed at any moment leaves nothing unindexed for the next one", async () => {
  const dice = createDice(9);
  for (let kill = 0; kill < 4; kill += 1) {
    const server = await start();
    const room = await join(server);
    const state = { isKilled: false, said: 0 };
    const writing = Array.from({ length: 6 }, async (_, writer) => {
      while (!state.isKilled) {
        await call(server, ana, `publish/${room}`, { message: `oprit${kill} ${writer} 1K0 615 301` }).catch(() => null);
        state.said += 1;
      }
    });
    const enough = 50 + dice(150);
    await until(() => (state.said >= enough ? true : undefined));
    server.signal("SIGKILL");
    state.isKilled = true;
    await Promise.all(writing);
    await server.ended;
  }
  // Makes the room look inactive, so that the server does not index it as a recently active one.
  await pool.query("update rooms set active_minute = active_minute - interval '1 hour'");
  await start();
  await untilSearchIsLevel(pool);
  expect(await findIndexProblems(pool)).toEqual([]);
});

test("[FIND-2f][RUN-7] search rebuild names its database and rebuilds while a server runs", async () => {
  const server = await start();
  await untilSearchIsLevel(pool);
  await pool.query("update search_chunks set words = array_to_tsvector('{gresit}')");
  const rebuilt = await runHere(["search", "rebuild"], { DATABASE_URL: url });
  expect(rebuilt).toMatchObject({ exitCode: 0, stdout: "Rebuilt the search index of 1 rooms.\n" });
  expect(rebuilt.stderr).toMatch(/^Database: /u);
  expect(await findIndexProblems(pool)).toEqual([]);
  expect((await call(server, ana, "search", { search: "amortizor3spate" })).chats).toHaveLength(1);
});
