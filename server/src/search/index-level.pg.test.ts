import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createActiveRoomStore } from "../rooms/active-rooms.pg.ts";
import { ActiveRooms } from "../rooms/active-rooms.ts";
import { clockAt } from "../testing/clock-at.ts";
import { createDice } from "../testing/dice.ts";
import type { Person } from "../testing/people.ts";
import { findIndexProblems, indexForSearch, untilSearchIsLevel } from "../testing/search-level.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createIndexStore } from "./index-store.pg.ts";
import { rebuildIndex } from "./rebuild-index.ts";
import { SearchIndexer } from "./search-indexer.ts";

const { call, pool, people, files } = await startTestApi();
const { ana, radu } = people;
const rooms: number[] = [];
for (const channel of [10_001, 10_002]) {
  rooms.push((await call(ana, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id);
  await call(radu, "POST", "/api/v1/join", { type: 1, channel });
}
const [room = 0, otherRoom = 0] = rooms;
const store = createIndexStore(pool);

const activeRooms = new ActiveRooms({ store: createActiveRoomStore(pool), clock: systemClock, log: silentLog }).start();
afterAll(() => activeRooms.stop());
const indexers: SearchIndexer[] = [];
function startIndexer(): SearchIndexer {
  const indexer = new SearchIndexer({ store: createIndexStore(pool), activeRooms, clock: systemClock, log: silentLog });
  indexers.push(indexer);
  indexer.start();
  return indexer;
}
const stopAll = async (): Promise<void> => void (await Promise.all(indexers.splice(0).map((each) => each.stop())));
afterAll(stopAll);

interface Said {
  readonly path: string;
  readonly person: Person;
  readonly word: string;
}

let words = 0;
async function say(person: Person, roomId: number, text = ""): Promise<Said> {
  words += 1;
  const word = `cuvantul${words}x`;
  const { status, body } = await call(person, "POST", `/api/v1/publish/${roomId}`, { message: `${word} ${text}` });
  expect(status).toBe(201);
  return { path: `/api/v1/chat/${roomId}/message/${body.message.id}`, person, word };
}

async function sendFile(person: Person, roomId: number): Promise<Said> {
  const said = await say(person, roomId, "poza");
  const [id, { id: storage }] = [randomUUID(), await files.storages.current()];
  await pool.query(
    `with file as (
       insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, is_published, created_at)
       values ($1, $2, $3, 'etrier-stanga-8v0615123.jpg', 1, 'image/jpeg', '\\x00', true, now()) returning id)
     update messages set file_id = file.id from file where messages.id = $4`,
    [id, storage, person.id, Number(said.path.split("/").at(-1))],
  );
  return said;
}

const remove = ({ path, person }: Said) => call(person, "DELETE", path);
const countRowsWith = async (word: string): Promise<number> => {
  const { rows } = await pool.query<{ total: number }>(
    "select count(*)::integer as total from search_chunks where words::text like '%' || $1 || '%'",
    [word],
  );
  return rows[0]?.total ?? -1;
};

describe("the index", () => {
  test("[FIND-1m] equals a full reading of all messages, whatever is said, edited and deleted while two indexers run", async () => {
    const dice = createDice(20_261_124);
    const said: Said[] = [];
    startIndexer();
    startIndexer();
    const act = async (): Promise<void> => {
      const [person, roomId, past] = [
        dice(2) === 0 ? ana : radu,
        dice(4) === 0 ? otherRoom : room,
        said[dice(said.length + 1)],
      ];
      const kind = dice(10);
      if (past === undefined || kind < 6) said.push(await say(person, roomId, "1K0 615 301 AA"));
      else if (kind === 6) said.push(await sendFile(person, roomId));
      else if (kind < 9) await call(past.person, "PUT", past.path, { message: `schimbat${dice(1000)} acum` });
      else await remove(past);
    };
    for (let turn = 0; turn < 60; turn += 1) await Promise.all([act(), act(), act(), act(), act()]);
    await untilSearchIsLevel(pool);
    await stopAll();
    expect(await findIndexProblems(pool)).toEqual([]);
    const { rows } = await pool.query<{ total: number }>("select count(*)::integer as total from search_chunks");
    expect(rows[0]?.total).toBeGreaterThanOrEqual(4);
  });

  test("[FIND-2c] has no word of a deleted text once the call has returned, even while two indexers read", async () => {
    startIndexer();
    startIndexer();
    let held = 0;
    for (let turn = 0; turn < 24; turn += 1) {
      const said = await Promise.all([say(ana, room), say(radu, room), say(ana, otherRoom)]);
      if (turn % 6 === 0) await until(async () => (await countRowsWith(said[2].word)) || undefined);
      else for (let asked = 0; asked < (turn % 8) * 20; asked += 1) await pool.query("select 1");
      await Promise.all(
        said.map(async (each) => {
          held += await countRowsWith(each.word);
          expect((await remove(each)).status).toBe(200);
          expect(await countRowsWith(each.word)).toBe(0);
        }),
      );
    }
    await untilSearchIsLevel(pool);
    await stopAll();
    expect(held).toBeGreaterThanOrEqual(4);
    expect(await findIndexProblems(pool)).toEqual([]);
  });

  test("[FIND-2c] has no removed word of an edited text once the call has returned", async () => {
    const said = await say(ana, room);
    await indexForSearch(pool);
    expect(await countRowsWith(said.word)).toBe(1);
    await call(ana, "PUT", said.path, { message: "altceva" });
    expect(await countRowsWith(said.word)).toBe(0);
    await indexForSearch(pool);
    expect(await findIndexProblems(pool)).toEqual([]);
  });

  test("[FIND-2e] picks up changes of offers and people by comparison", async () => {
    await indexForSearch(pool);
    await pool.query("update offers set plate = 'B 77 XYZ', version = version + 1 where id = 10001");
    await pool.query("update participants set name = 'Ana-Maria Țepeș' where id = $1", [ana.id]);
    await indexForSearch(pool);
    const found = async (table: string, word: string): Promise<number> =>
      (await pool.query(`select from ${table} where words @@ $1::tsquery`, [word])).rowCount ?? 0;
    expect(await found("search_offers", "b77xyz & tepes & 1k0615301aa & octavia & 10001")).toBe(1);
    expect(await found("search_offers", "tepes")).toBe(2);
    expect(await found("search_people", "maria & tepes")).toBe(1);
    expect(await found("search_people", "popescu")).toBe(0);
  });
});

describe("a rebuild", () => {
  const listed = async (word: string) =>
    (await pool.query("select from search_offers where words @@ $1::tsquery", [word])).rowCount;
  const spoil = () =>
    pool.query(
      `update search_chunks set words = array_to_tsvector('{gresit}'); update search_offers set words = ''::tsvector;
       update search_people set words = ''::tsvector`,
    );

  test("[FIND-2f] rebuilds every room while an indexer and writers run, and reports progress", async () => {
    await indexForSearch(pool);
    await spoil();
    startIndexer();
    const state = { isOver: false };
    const lines: string[] = [];
    let nowMs = 0;
    const clock = clockAt(() => (nowMs += 3000));
    const rebuilt = rebuildIndex({ store, clock, say: (line) => lines.push(line) }).finally(
      () => (state.isOver = true),
    );
    while (!state.isOver) await say(ana, room);
    expect(await rebuilt).toBe(2);
    expect(lines.at(-1)).toBe("2 of 2 rooms");
    await untilSearchIsLevel(pool);
    await stopAll();
    expect(await countRowsWith("gresit")).toBe(0);
    expect(await findIndexProblems(pool)).toEqual([]);
    expect(await listed("octavia")).toBe(3);
  });

  test("[FIND-2f] is finished by the indexer's comparison if interrupted", async () => {
    await spoil();
    await store.beginRebuild();
    startIndexer();
    await untilSearchIsLevel(pool);
    await stopAll();
    expect(await countRowsWith("gresit")).toBe(0);
    expect(await findIndexProblems(pool)).toEqual([]);
    expect(await listed("octavia")).toBe(3);
  });
});
