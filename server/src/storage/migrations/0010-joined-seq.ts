import { type Kysely, sql } from "kysely";

/**
 * OWN-2: a membership knows the `seq` at which it began, so that what was written before somebody came is not waiting
 * for them to read it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column joined_seq bigint not null default 0`.execute(database);
  await sql`
    update memberships m set joined_seq = joined.seq
    from (select room_id, participant_id, max(seq) as seq from room_events where kind = 'join' group by 1, 2) joined
    where joined.room_id = m.room_id and joined.participant_id = m.participant_id`.execute(database);
}
