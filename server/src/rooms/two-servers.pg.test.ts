import fc from "fast-check";
import { expect, test } from "vitest";
import { addOffer } from "../testing/people.ts";
import { readRoomLog, upTo } from "../testing/room-log.ts";
import { startTestApi } from "../testing/test-api.ts";

/** Two servers on one database: their queues know nothing of each other, so the database alone keeps the order. */
const api = await startTestApi();
const second = await startTestApi({ pool: api.pool });
const servers = [api, second] as const;
const { people, call, database, pool } = api;
const cast = [people.ana, people.radu, people.mia] as const;

let offers = 80_000;

const action = fc.record({
  server: fc.integer({ min: 0, max: 1 }),
  who: fc.integer({ min: 0, max: 2 }),
  what: fc.constantFrom("publish", "publish", "publish", "read", "read", "leave", "join", "join"),
  upto: fc.option(fc.integer({ min: 0, max: 60 })),
});

test("[MSG-5] two servers that change one room at the same moment keep one log without gaps, and every marker true", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 2, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        offers += 1;
        const offer = offers;
        await addOffer(database, offer, people.ana.id);
        let room = 0;
        for (const person of cast)
          room = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
        for (const round of rounds) {
          const answers = await Promise.all(
            round.map(async ({ server, who, what, upto }) => {
              const person = cast[who] ?? people.ana;
              const at = servers[server] ?? api;
              if (what === "join") return await at.call(person, "POST", "/api/v1/join", { type: 1, channel: offer });
              const body = { publish: { message: "salut" }, read: upto === null ? {} : { upto }, leave: undefined }[
                what
              ];
              return await at.call(person, "POST", `/api/v1/${what}/${room}`, body);
            }),
          );
          for (const { status } of answers) expect([200, 201, 403, 404]).toContain(status);
        }
        await expectTrueLog(room);
      },
    ),
    { numRuns: 30 },
  );
}, 120_000);

type Log = Awaited<ReturnType<typeof readRoomLog>>;

/** Everyone's marker as the log alone gives it; who left has none. */
function replay(log: Log): ReadonlyMap<number, number> {
  const markers = new Map<number, number>();
  const left = new Map<number, number>();
  for (const { seq, kind, participant_id: who, read_seq: readSeq, members_total: total } of log) {
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

/** Replays the log and compares it with what the tables say. */
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
