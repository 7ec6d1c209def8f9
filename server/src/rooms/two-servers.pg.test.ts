import type { Message } from "@cuplaj/protocol/message.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createActing } from "../testing/acting.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { readRoomLog, upTo } from "../testing/room-log.ts";
import { seeds } from "../testing/seeds.ts";
import { startTestApi } from "../testing/test-api.ts";

/** Two servers with independent queues on one database, so that only the database keeps the order. */
const api = await startTestApi();
const second = await startTestApi({ pool: api.pool });
const servers = [api, second] as const;
const { people, call, database, pool } = api;
const cast = [people.ana, people.radu, people.mia] as const;

let offers = 80_000;

const action = fc.record({
  server: fc.integer({ min: 0, max: 1 }),
  who: fc.integer({ min: 0, max: 2 }),
  what: fc.constantFrom("publish", "publish", "read", "leave", "join", "join", "like", "take-over", "hand-over"),
  upto: fc.option(fc.integer({ min: 0, max: 60 })),
  state: fc.option(fc.boolean(), { nil: undefined }),
});

type Action = typeof action extends fc.Arbitrary<infer Made> ? Made : never;

async function act(
  { server, who, what, upto, state }: Action,
  { offer, room, message }: { offer: number; room: number; message: Message | undefined },
) {
  const person: Person = cast[who] ?? people.ana;
  const at = servers[server] ?? api;
  const acting = createActing(at);
  switch (what) {
    case "join":
      return await at.call(person, "POST", "/api/v1/join", { type: 1, channel: offer });
    case "like":
    case "take-over":
      return await acting.act(person, room, message ?? { id: 1 }, what, state);
    case "hand-over":
      return await acting.handOver(person, room, (cast[upto ?? 0] ?? people.mia).id);
    case "publish":
    case "read":
    case "leave": {
      const body = { publish: { message: "salut" }, read: upto === null ? {} : { upto }, leave: undefined }[what];
      return await at.call(person, "POST", `/api/v1/${what}/${room}`, body);
    }
  }
}

test("[MSG-5][ACT-1e][ACT-2] two servers that change one room concurrently keep one log without gaps, and correct markers", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 2, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        offers += 1;
        const offer = offers;
        await addOffer(database, offer, people.ana.id);
        let room = 0;
        const said: Message[] = [];
        for (const person of cast)
          room = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
        for (const round of rounds) {
          const answers = await Promise.all(
            round.map((made) => act(made, { offer, room, message: said.at(-1 - (made.upto ?? 0)) ?? said[0] })),
          );
          for (const { status } of answers) expect([200, 201, 403, 404, 409, 422]).toContain(status);
          said.push(...answers.flatMap(({ status, body }) => (status === 201 ? [body.message] : [])));
        }
        await expectTrueLog(room);
        await expectTrueActions(room);
      },
    ),
    seeds(1 / 2),
  );
});

type Log = Awaited<ReturnType<typeof readRoomLog>>;

/** Computes everyone's marker from the log; people who have left have none. */
function replay(log: Log): ReadonlyMap<number, number> {
  const markers = new Map<number, number>();
  const left = new Map<number, number>();
  const moves = log.filter(({ kind }) => kind !== "action" && kind !== "take-over");
  for (const { seq, kind, participant_id: who, read_seq: readSeq, members_total: total } of moves) {
    const before = markers.get(who);
    if (kind === "join") markers.set(who, left.get(who) ?? 0);
    else if (kind === "leave") {
      expect(readSeq).toBe(before);
      left.set(who, before ?? 0);
      markers.delete(who);
    } else {
      expect(readSeq ?? seq).toBeGreaterThan(before ?? Infinity);
      markers.set(who, readSeq ?? seq);
    }
    expect(total ?? markers.size).toBe(markers.size);
  }
  return markers;
}

async function expectTrueLog(room: number): Promise<void> {
  const log = await readRoomLog(pool, room);
  expect(log.map(({ seq }) => seq)).toEqual(upTo(log.length));
  const { rows } = await pool.query(
    `select m.participant_id as who, m.read_seq,
       m.read_ordinal - (select count(*) from messages where room_id = $1 and seq <= m.read_seq) as wrong
     from memberships m where m.room_id = $1 order by 1`,
    [room],
  );
  const markers = [...replay(log)].toSorted(([a], [b]) => a - b);
  expect(rows).toEqual(markers.map(([who, readSeq]) => ({ who, read_seq: readSeq, wrong: 0 })));
  const { rows: heads } = await pool.query(
    `select last_seq, messages_total,
       (select max(seq) from room_events where room_id = $1 and kind in ('join', 'leave')) - members_seq as wrong
     from rooms where id = $1`,
    [room],
  );
  const messages = log.filter(({ kind }) => kind === "message").length;
  expect(heads).toEqual([{ last_seq: log.length, messages_total: messages, wrong: 0 }]);
}

async function expectTrueActions(room: number): Promise<void> {
  const { rows } = await pool.query(
    `with given as (
       select distinct on (payload->'action'->>'id') (payload->'action'->>'id')::bigint as id, seq, message_seq,
         (payload->'action'->>'deleted')::boolean as deleted, (payload->'action'->>'action_id')::int as action_id
       from room_events where room_id = $1 and kind = 'action' order by payload->'action'->>'id', seq desc
     )
     select
       (select count(*) from actions a left join given using (id) where room_id = $1
         and (a.seq, a.is_deleted) is distinct from (coalesce(given.seq, 0), coalesce(given.deleted, true))) as "wrongActions",
       (select count(*) from messages m where room_id = $1 and likes_total <> (
         select count(*) from given where message_seq = m.seq and action_id = 2 and not deleted)) as "wrongCounts",
       (select count(*) from messages m where room_id = $1 and updated_seq is distinct from (
         select max(seq) from given where message_seq = m.seq)) as "wrongUpdates",
       (select count(*) from given where action_id = 1 and not deleted) as "takeOvers",
       r.holder_id, (select (payload->>'person_id')::bigint from room_events where room_id = $1 and kind = 'take-over'
         order by seq desc limit 1) as "lastHolder",
       exists (select from memberships where room_id = $1 and participant_id = r.holder_id) as "isMember"
     from rooms r where id = $1`,
    [room],
  );
  const [{ holder_id: holder, lastHolder, takeOvers, isMember, ...wrong }] = rows;
  expect(wrong).toEqual({ wrongActions: 0, wrongCounts: 0, wrongUpdates: 0 });
  expect({ holder, takeOvers, isMember }).toEqual({
    holder: lastHolder,
    takeOvers: holder === null ? 0 : 1,
    isMember: holder !== null,
  });
}
