import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { readRoomLog, upTo } from "../testing/room-log.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createMessageStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, pool, broadcasts } = api;
const { ana, radu, mihai } = people;
const join = async (person: typeof ana, channel: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id;
const [one, two] = [await join(ana, 10_001), await join(ana, 10_002)];
await join(radu, 10_001);
const userOf = async (person: typeof ana) => (await call(person, "GET", "/api/v1/me")).body.user;
const [anaUser, raduUser, mihaiUser] = [await userOf(ana), await userOf(radu), await userOf(mihai)];
const store = createMessageStore(pool);
const now = "2026-11-21T10:00:00.000Z";
const send = (roomId: number, author: typeof anaUser, text: string, clientId: string | null = null) => ({
  roomId,
  author,
  text,
  clientId,
});
const publish = async (sends: ReturnType<typeof send>[]) =>
  (await store.publish(sends, now)).map((result) => {
    if (result.status === "rejected") return "failed";
    return "message" in result.value ? [result.value.kind, result.value.message.text] : result.value.kind;
  });
const textsOf = async (roomId: number) =>
  (await pool.query("select body from messages where room_id = $1 order by seq", [roomId])).rows.map(
    ({ body }) => body,
  );

/** MSG-5: asserts that seqs and ordinals have no gaps. */
async function expectSoundLog(roomId: number): Promise<void> {
  const { rows } = await pool.query(
    `select last_seq, messages_total, array(select ordinal::int from messages where room_id = $1 order by seq) as ordinals
     from rooms where id = $1`,
    [roomId],
  );
  expect((await readRoomLog(pool, roomId)).map(({ seq }) => seq)).toEqual(upTo(rows[0].last_seq));
  expect(rows[0].ordinals).toEqual(upTo(rows[0].messages_total));
}

beforeEach(async () => {
  await pool.query("truncate messages, room_events, actions, message_edits");
  await pool.query("update rooms set last_seq = 0, messages_total = 0");
  await pool.query("update memberships set read_seq = 0, read_ordinal = 0");
});

describe("sends written in one batch", () => {
  test("[WRITE-1] each room's sends are numbered in order of arrival, in one transaction", async () => {
    await publish(["a", "b", "c", "d", "e"].map((text, index) => send(index % 2 === 0 ? one : two, anaUser, text)));
    expect([await textsOf(one), await textsOf(two)]).toEqual([
      ["a", "c", "e"],
      ["b", "d"],
    ]);
    await expectSoundLog(one);
    await expectSoundLog(two);
    const { rows } = await pool.query("select count(distinct xmin::text) from messages");
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("[ROOM-7] moves each author's read marker to their last message, and nobody else's", async () => {
    await publish([
      send(one, anaUser, "a"),
      send(one, raduUser, "b"),
      send(one, anaUser, "c"),
      send(one, raduUser, "d"),
    ]);
    const { rows } = await pool.query(
      "select participant_id, read_seq, read_ordinal from memberships where room_id = $1",
      [one],
    );
    expect(new Set(rows)).toEqual(
      new Set([
        { participant_id: ana.id, read_seq: 3, read_ordinal: 3 },
        { participant_id: radu.id, read_seq: 4, read_ordinal: 4 },
      ]),
    );
    const { rows: others } = await pool.query("select read_seq from memberships where room_id = $1", [two]);
    expect(others).toEqual([{ read_seq: 0 }]);
  });

  test("[MSG-2a] a repeated client_id returns the first message, from the same batch or earlier, in any room", async () => {
    const [before, within] = [randomUUID(), randomUUID()];
    await publish([send(one, anaUser, "dinainte", before)]);
    expect(
      await publish([
        send(one, anaUser, "a", within),
        send(two, anaUser, "b", within),
        send(one, anaUser, "c", before),
        send(one, raduUser, "d", within),
        send(one, anaUser, "e"),
        send(one, anaUser, "e"),
      ]),
    ).toEqual([
      ["stored", "a"],
      ["repeated", "a"],
      ["repeated", "dinainte"],
      ["stored", "d"],
      ["stored", "e"],
      ["stored", "e"],
    ]);
    expect([await textsOf(one), await textsOf(two)]).toEqual([["dinainte", "a", "d", "e", "e"], []]);
    await expectSoundLog(one);
  });

  test("[ERR-2] non-members publish nothing, and use up neither a number nor a client_id", async () => {
    const clientId = randomUUID();
    expect(
      await publish([
        send(two, raduUser, "străin", clientId),
        send(999_999, anaUser, "nicăieri"),
        send(one, mihaiUser, "străin"),
        send(one, raduUser, "de-al casei", clientId),
      ]),
    ).toEqual(["not-member", "not-member", "not-member", ["stored", "de-al casei"]]);
    await expectSoundLog(one);
    await expectSoundLog(two);
  });

  test("[PERF-6] within a minute a room's row is updated in place, without new entries in its indexes", async () => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const within = createMessageStore({ query: client.query.bind(client) });
      await within.publish([send(one, anaUser, "a"), send(two, anaUser, "b")], now);
      // Reads statistics of this transaction only.
      const written = async () => {
        const { rows } = await client.query(
          `select pg_stat_get_xact_tuples_updated('rooms'::regclass) as updated,
             pg_stat_get_xact_tuples_hot_updated('rooms'::regclass) as in_place`,
        );
        return rows[0];
      };
      const before = await written();
      await within.publish([send(one, anaUser, "c")], now);
      await within.publish([send(one, anaUser, "d"), send(two, anaUser, "e")], now);
      expect(await written()).toEqual({ updated: before.updated + 3, in_place: before.in_place + 3 });
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("[WRITE-1] an invalid send fails by itself; the others keep their order and leave no gap", async () => {
    await pool.query("alter table messages add constraint no_bad check (body not like 'rău%') not valid");
    try {
      const texts = Array.from({ length: 21 }, (_, index) =>
        index === 4 || index === 13 ? `rău ${index}` : `bun ${index}`,
      );
      const results = await publish(texts.map((text, index) => send(index % 3 === 0 ? two : one, anaUser, text)));
      expect(results).toEqual(texts.map((text) => (text.startsWith("rău") ? "failed" : ["stored", text])));
      expect(await textsOf(one)).toEqual(texts.filter((text, index) => index % 3 !== 0 && !text.startsWith("rău")));
      await expectSoundLog(one);
      await expectSoundLog(two);
    } finally {
      await pool.query("alter table messages drop constraint no_bad");
    }
  });

  test("[WRITE-1] two servers that write to the same rooms at once cause neither a deadlock nor a gap", async () => {
    const batch = (name: string) =>
      Array.from({ length: 40 }, (_, index) => send(index % 2 === 0 ? one : two, anaUser, `${name} ${index}`));
    const backwards = (name: string) => batch(name).toReversed();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, server) =>
        publish(server % 2 === 0 ? batch(`s${server}`) : backwards(`s${server}`)),
      ),
    );
    expect(results.flat()).not.toContain("failed");
    await expectSoundLog(one);
    await expectSoundLog(two);
  });

  test("[MSG-2a] two servers that get the same client_ids at once for different rooms store each once", async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const toOne = publish(ids.map((id) => send(one, anaUser, id, id)));
    const toTwo = publish(ids.toReversed().map((id) => send(two, anaUser, id, id)));
    const kinds = [...(await toOne), ...(await toTwo)].map(([kind]) => kind);
    expect(kinds.filter((kind) => kind === "stored")).toHaveLength(ids.length);
    expect(kinds.filter((kind) => kind === "repeated")).toHaveLength(ids.length);
    await expectSoundLog(one);
    await expectSoundLog(two);
  });
});

describe("a busy room", () => {
  test("[MSG-5][MSG-5a] 500 messages of 20 concurrent senders are broadcast in the order of seq, without a gap and only once stored", async () => {
    broadcasts.length = 0;
    const clientIds = Array.from({ length: 500 }, () => randomUUID());
    const senders = Array.from({ length: 20 }, async (_, sender) => {
      for (const clientId of clientIds.slice(sender * 25, sender * 25 + 25)) {
        const person = sender % 2 === 0 ? ana : radu;
        const { status } = await call(person, "POST", `/api/v1/publish/${one}`, {
          message: clientId,
          client_id: clientId,
        });
        expect(status).toBe(201);
      }
    });
    await Promise.all(senders);
    const messages = broadcasts.map(({ data }) => (data as { message: { seq: number; message: string } }).message);
    expect(messages.map(({ seq }) => seq)).toEqual(clientIds.map((_, index) => index + 1));
    expect(messages.map(({ message }) => message)).toEqual(await textsOf(one));
  });
});
