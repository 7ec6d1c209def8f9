import { expect, test } from "vitest";
import { createMessageStore } from "../../messages/store.pg.ts";
import { createDice } from "../../testing/dice.ts";
import { addOffer } from "../../testing/people.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { allMigrations } from "./all-migrations.ts";

const { people, call, database, pool } = await startTestApi();
const { ana, radu, mia } = people;
const cast = [ana, ana, radu, mia];
const users = await Promise.all(cast.map(async (person) => (await call(person, "GET", "/api/v1/me")).body.user));
const dice = createDice(7);
const rooms = await Promise.all(
  Array.from({ length: 12 }, async (_, index) => {
    await addOffer(database, 90_001 + index, ana.id);
    let id = 0;
    for (const person of new Set(cast))
      id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: 90_001 + index })).body.chat.id;
    return id;
  }),
);
const waiting = async (): Promise<unknown[]> =>
  (await pool.query("select id, waiting_since from rooms order by id")).rows;

/** Batches of one to nine sends; the first room stays silent, in the second only the customer writes. */
const batches = Array.from({ length: 60 }, (_, turn) => {
  const at = new Date(Date.UTC(2026, 10, 1, 12, turn)).toISOString();
  const sends = Array.from({ length: 1 + dice(9) }, () => {
    const room = 1 + dice(rooms.length - 1);
    const author = room === 1 ? 0 : dice(users.length);
    return { roomId: rooms[room] ?? 0, author: users[author], text: "salut", clientId: null };
  });
  return { at, sends };
});

test("[ROOM-3d] who waits in the rooms of a database from before is what the server would have written", async () => {
  const store = createMessageStore(pool);
  for (const { at, sends } of batches) {
    expect((await store.publish(sends, at)).map(({ status }) => status)).not.toContain("rejected");
  }
  const written = await waiting();
  expect(new Set(written.map((row) => JSON.stringify(row).includes("null")))).toEqual(new Set([true, false]));
  await pool.query(`
    update rooms set waiting_since = null;
    drop function store_messages(
      bigint[], bigint[], text[], uuid[], integer[], bigint[], integer[], boolean[], boolean[], timestamptz);
    create function publish_one(bigint, bigint, text, uuid, timestamptz) returns void language sql as '';
    create function publish_fresh(bigint[], bigint[], text[], uuid[], integer[], bigint[], integer[], timestamptz)
      returns void language sql as ''`);
  await (await allMigrations["0019-waiting-since"]?.())?.up(database);
  expect(await waiting()).toEqual(written);
});

test("[ROOM-3d] a server of the release before, which does not say who wrote, leaves the same behind", async () => {
  const written = await waiting();
  await pool.query("truncate messages, room_events, actions, message_edits");
  await pool.query("update rooms set last_seq = 0, messages_total = 0, waiting_since = null");
  for (const { at, sends } of batches) {
    const sorted = sends.toSorted((left, right) => left.roomId - right.roomId);
    const byRoom = Map.groupBy(sorted, ({ roomId }) => roomId);
    const { rows } = await pool.query("select * from store_messages($1, $2, $3, $4, $5, $6, $7, $8)", [
      sorted.map(({ roomId }) => roomId),
      sorted.map(({ author }) => author.id),
      sorted.map(({ text }) => text),
      sorted.map(({ clientId }) => clientId),
      [...byRoom.values()].flatMap((own) => own.map((_, index) => index + 1)),
      [...byRoom.keys()],
      [...byRoom.values()].map((own) => own.length),
      at,
    ]);
    expect(rows).toHaveLength(sends.length);
  }
  expect(await waiting()).toEqual(written);
});
