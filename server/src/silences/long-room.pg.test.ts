import { expect, test } from "vitest";
import type { StatementPool } from "../storage/named-statement.ts";
import { unreadCount } from "../rooms/rules.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createSilenceStore } from "./store.pg.ts";

const { people, call, pool } = await startTestApi();
const { ana, mia, vlad } = people;
const join = async (person: typeof ana): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const room = await join(ana);
for (const person of [mia, vlad]) await join(person);
const messagesTotal = 12_000;
// Every third message is Vlad's; the log begins with three joins.
await pool.query(
  `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
   select $1, n + 3, n, case when n % 3 = 0 then $3::bigint else $2 end, 'salut', now() from generate_series(1, $4::int) n`,
  [room, mia.id, vlad.id, messagesTotal],
);
await pool.query("update rooms set last_seq = 3 + $2::int, messages_total = $2 where id = $1", [room, messagesTotal]);

const unread = async (): Promise<number> => {
  const found = await createRoomStore(pool).findAccess({ by: "id", id: room }, ana.id);
  return found === null ? 0 : unreadCount(found.messagesTotal, found.marker);
};

test("[SIL-1][SIL-1c] a room with many unread messages is numbered in parts while others write, and then counted like any other", async () => {
  const silence = { participantId: ana.id, silencedId: mia.id };
  const counts: number[] = [];
  const statements: string[] = [];
  // Mia writes between two parts, which must not change other counts.
  const query = async (statement: { name: string; text: string; values: unknown[] }): Promise<unknown> => {
    statements.push(statement.name);
    counts.push(await unread());
    await call(mia, "POST", `/api/v1/publish/${room}`, { message: "salut" });
    return await pool.query(statement);
  };
  const store = createSilenceStore({ query: query as StatementPool["query"] });
  expect(await store.change(silence, true)).toBe("begun");
  await store.complete(silence);
  expect(statements.filter((name) => name === "silences-number")).toHaveLength(3);
  expect(counts).toEqual(counts.map((_, index) => messagesTotal + index));
  expect(await unread()).toBe(messagesTotal / 3);
  const { rows } = await pool.query<{ numbers: number; range: number }>(
    `select count(*) as numbers, max(silenced_ordinal) - min(silenced_ordinal) + 1 as range from messages
     where room_id = $1 and author_id = $2 and silenced_ordinal is not null`,
    [room, mia.id],
  );
  const written = (messagesTotal * 2) / 3 + statements.length;
  expect(rows).toEqual([{ numbers: written, range: written }]);
});
