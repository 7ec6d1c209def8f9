import { randomUUID } from "node:crypto";
import type { User } from "@cuplaj/protocol/participant.ts";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { connectDatabase } from "../storage/database.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { createTestDatabase } from "../testing/database.ts";
import { countReads } from "../testing/read-cost.ts";
import { createMessageStore } from "./store.pg.ts";

const { pool, url } = await createTestDatabase();
/** Uses one connection, so that its cached plans persist. */
const single = connectDatabase({ at: url, clock: systemClock, log: silentLog, connectionsMax: 1 });
afterAll(() => single.close());
const tables = ["rooms", "memberships", "messages", "room_events", "participants", "offers"];
const at = "2026-10-02T10:00:00.000Z";
const author: User = {
  ...{ id: 1, name: "Ana", username: "agent1", type: "agent", locale: "ro", roles: [], users_silenced: [], version: 0 },
  ...{ rooms: { pinned: [], muted: [], unread: [] }, notifications: { privacy: "what", quiet: null } },
};

/** Adds rooms of 4 members, each with 4 joins and 20 messages. */
async function grow(from: number, upto: number): Promise<void> {
  const people = `insert into participants (kind, name, username, password_hash)
    select 'agent', 'A' || n, 'agent' || n, 'x' from generate_series($1::int, $2::int) n`;
  const offers = `insert into offers (id, customer_id, status, valid_until)
    select 1000 + n, 1, 'sent', now() from generate_series($1::int, $2::int) n`;
  const rooms = `insert into rooms (offer_id, customer_id, last_seq, messages_total)
    select 1000 + n, 1, 24, 20 from generate_series($1::int, $2::int) n`;
  const members = `insert into memberships (room_id, participant_id)
    select r.id, n from rooms r, generate_series(1, 4) n where r.offer_id between 1000 + $1::int and 1000 + $2::int`;
  const joins = `insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
    select r.id, n, 'join', n, n, now() from rooms r, generate_series(1, 4) n
    where r.offer_id between 1000 + $1::int and 1000 + $2::int`;
  const messages = `insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at)
    select r.id, n + 4, n, 1, 'salut', gen_random_uuid(), now() from rooms r, generate_series(1, 20) n
    where r.offer_id between 1000 + $1::int and 1000 + $2::int`;
  for (const text of [people, offers, rooms, members, joins, messages]) await pool.query(text, [from, upto]);
}

const send = (client: StatementPool, ...rooms: readonly number[]) =>
  createMessageStore(client).publish(
    rooms.map((roomId) => ({ roomId, author, text: "Bună", clientId: randomUUID() })),
    at,
  );
const join = (client: StatementPool, id: number) =>
  createRoomStore(client).join({ ref: { by: "offer", id }, staff: ["agent2"], participantId: 5, now: at });

/** Returns the tables that a single send, a batch and a join scan in full. */
async function scanned(): Promise<readonly string[]> {
  const work = async (client: StatementPool): Promise<void> => {
    await send(client, 1);
    await send(client, 2, 3, 4);
    await join(client, 1005);
  };
  const reads = await countReads(single.pool, () => Promise.resolve(), work);
  return [...reads].flatMap(([name, { scans }]) => (tables.includes(name) && scans > 0 ? [name] : []));
}

test("[PERF-7] a connection to a new database uses indexes to send and join, also after growth and after analyze", async () => {
  for (const table of tables) await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await grow(1, 20);
  expect(await scanned()).toEqual([]);
  await grow(21, 3000);
  expect(await scanned()).toEqual([]);
  await pool.query("analyze");
  expect(await scanned()).toEqual([]);
});
