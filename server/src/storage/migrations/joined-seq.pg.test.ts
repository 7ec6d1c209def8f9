import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { addPeople } from "../../testing/people.ts";
import { allMigrations } from "./all-migrations.ts";

const { database, pool } = await createTestDatabase();
const { ana, radu } = await addPeople({ database });

test("[OWN-2a] memberships from before learn from the log where they began, the last time", async () => {
  await pool.query("alter table memberships drop column joined_seq");
  await pool.query(
    `with room as (insert into rooms (offer_id, last_seq) values (10001, 4) returning id),
     events as (
       insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, created_at)
       select id, seq, kind, who, read_seq, total, now() from room, (values (1, 'join', $1::bigint, null::bigint, 1),
         (2, 'join', $2, null, 2), (3, 'leave', $2, 0, 1), (4, 'join', $2, null, 2)) place (seq, kind, who, read_seq, total))
     insert into memberships (room_id, participant_id) select id, who from room, unnest(array[$1, $2]) who`,
    [ana.id, radu.id],
  );
  await (await allMigrations["0010-joined-seq"]?.())?.up(database);
  const { rows } = await pool.query("select participant_id, joined_seq from memberships order by participant_id");
  expect(rows).toEqual([
    { participant_id: ana.id, joined_seq: 1 },
    { participant_id: radu.id, joined_seq: 4 },
  ]);
});
