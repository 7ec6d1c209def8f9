import { randomUUID } from "node:crypto";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { someStatementWaits } from "../testing/some-statement-waits.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createMessageStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, radu, vlad } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const otherRoom = (await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_002 })).body.chat.id;
const [author, other] = await Promise.all(
  [ana, radu].map(async (person) => (await call(person, "GET", "/api/v1/me")).body.user),
);
const message = { roomId: room, author, text: "salut", clientId: null };
const others = ["una", "alta"].map((text) => ({ roomId: otherRoom, author: other, text, clientId: null }));
const store = createMessageStore(pool);
const broadcasts: { roomId: number; channels: readonly string[] }[] = [];
const broadcaster = new EntryBroadcaster({
  rooms: createRoomStore(pool),
  live: { broadcast: (roomId, _event, channels) => broadcasts.push({ roomId, channels }) },
  clock: systemClock,
  log: silentLog,
  epoch: "one",
});
const broadcast = (membersSeq: number, seq: number) =>
  broadcaster.broadcast(
    [{ kind: "read", roomId: room, person: author, readSeq: 1, seq, membersSeq }],
    systemClock.now(),
  );
await broadcast(2, 2);

const headOf = async (roomId: number) =>
  (await pool.query("select last_seq::int, messages_total::int from rooms where id = $1", [roomId])).rows[0];

describe.each([
  ["a send alone", []],
  ["a send among others", others],
])("%s, while somebody else changes the room", (_name, together) => {
  /** Runs the statements in a transaction that commits only once the publication is waiting for it. */
  async function publishDuring(statements: readonly string[], clientId: string | null = null) {
    const client = await pool.connect();
    const before = await headOf(otherRoom);
    try {
      await client.query("begin");
      for (const statement of statements) await client.query(statement);
      const publishing = store.publish([{ ...message, clientId }, ...together], "2026-11-21T10:00:00.000Z");
      await someStatementWaits(pool);
      await client.query("commit");
      const [result, ...rest] = await publishing;
      if (result?.status !== "fulfilled") throw new Error("it was not published");
      // The other sends are stored once and leave no gap either way (WRITE-1).
      expect(rest).toMatchObject(
        together.map(({ text }, index) => ({
          value: { kind: "stored", message: { text, seq: before.last_seq + index + 1 } },
        })),
      );
      expect(await headOf(otherRoom)).toEqual({
        last_seq: before.last_seq + together.length,
        messages_total: before.messages_total + together.length,
      });
      return result.value;
    } finally {
      client.release();
    }
  }

  test("[LIVE-4] somebody who joined just before, in another process, gets it too", async () => {
    await pool.query("delete from memberships where room_id = $1 and participant_id = $2", [room, vlad.id]);
    const { last_seq: seq } = await headOf(room);
    const publication = await publishDuring([
      `insert into memberships (room_id, participant_id) values (${room}, ${vlad.id})`,
      `update rooms set last_seq = last_seq + 1, members_seq = last_seq + 1 where id = ${room}`,
    ]);
    expect(publication).toMatchObject({ kind: "stored", message: { seq: seq + 2 }, membersSeq: seq + 1 });
    if (publication.kind !== "stored") return;
    await broadcast(publication.membersSeq, publication.message.seq);
    const members = [ana, radu, vlad].map(({ id }) => `private-user.${id}`);
    expect(broadcasts.at(-1)?.channels.toSorted()).toEqual(["presence-oferta.10001", ...members].toSorted());
  });

  test("[MSG-5] a message that another process stored just before has its own number", async () => {
    const { last_seq: seq } = await headOf(room);
    const publication = await publishDuring([
      `update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1 where id = ${room}`,
    ]);
    expect(publication).toMatchObject({ kind: "stored", message: { seq: seq + 2 } });
  });

  test("[MSG-2a] a repetition that races the first send in another process returns the first message and consumes no number", async () => {
    const repeatedId = randomUUID();
    const { last_seq: seq } = await headOf(room);
    const publication = await publishDuring(
      [
        `update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1 where id = ${room}`,
        `insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at)
       select id, last_seq, messages_total, ${ana.id}, 'cea dintâi', '${repeatedId}', now() from rooms where id = ${room}`,
      ],
      repeatedId,
    );
    expect(publication).toMatchObject({
      kind: "repeated",
      message: { text: "cea dintâi", seq: seq + 1, clientId: repeatedId },
    });
    expect((await headOf(room)).last_seq).toBe(seq + 1);
  });

  test("[ERR-2] somebody who left just before publishes nothing", async () => {
    const before = await headOf(room);
    expect(
      await publishDuring([`delete from memberships where room_id = ${room} and participant_id = ${ana.id}`]),
    ).toEqual({ kind: "not-member" });
    expect(await headOf(room)).toEqual(before);
    await pool.query("insert into memberships (room_id, participant_id) values ($1, $2)", [room, ana.id]);
  });
});

test("[WRITE-1] only the sends into a locked room fail; the rest of the batch is stored", async () => {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from rooms where id = $1 for update", [room]);
  const [before, held] = [await headOf(otherRoom), await headOf(room)];
  try {
    const results = await store.publish([message, ...others, message], "2026-10-03T10:00:00.000Z");
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "rejected"]);
    expect(results[0]).toMatchObject({ reason: { code: "55P03" } });
  } finally {
    await client.query("rollback");
    client.release();
  }
  expect(await headOf(otherRoom)).toEqual({
    last_seq: before.last_seq + 2,
    messages_total: before.messages_total + 2,
  });
  expect(await headOf(room)).toEqual(held);
});

test("[ERR-5] while a table is locked, all sends are refused after two lock timeouts", async () => {
  const client = await pool.connect();
  await client.query("begin; lock table messages in share mode");
  const asked: string[] = [];
  const query = (statement: pg.QueryConfig): unknown => {
    asked.push(statement.name ?? "");
    return pool.query(statement);
  };
  const watched = { query } as StatementPool;
  try {
    const results = await createMessageStore(watched).publish(
      [message, ...others, message],
      "2026-10-03T10:00:00.000Z",
    );
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
    expect(asked.filter((name) => name === "messages-publish")).toHaveLength(2);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
