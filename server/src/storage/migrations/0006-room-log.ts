import { type Kysely, sql } from "kysely";

/**
 * Everything that changes a room stands in its log (MSG-5): also reads, with the marker they moved to, and leaves, with the
 * marker they took away; joins and leaves say how many members there were afterwards. One numbering for the whole database
 * (`settings.epoch`) takes the place of one for each room.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table rooms drop column epoch`.execute(database);
  await sql`
    alter table room_events
      drop constraint room_events_kind_check,
      add column read_seq bigint,
      add column members_total bigint`.execute(database);
  // Nobody could leave before, so the members after a join are the joins up to it.
  await sql`
    update room_events e set members_total = counted.total
    from (select room_id, seq, row_number() over (partition by room_id order by seq) as total
      from room_events where kind = 'join') counted
    where e.room_id = counted.room_id and e.seq = counted.seq`.execute(database);
  await sql`
    alter table room_events
      add constraint room_events_kind check (kind in ('message', 'read', 'join', 'leave')),
      add constraint room_events_read_seq check ((kind in ('read', 'leave')) = (read_seq is not null)),
      add constraint room_events_members_total check ((kind in ('join', 'leave')) = (members_total is not null))
  `.execute(database);
  // ROOM-6: who joins again finds the marker that they left with.
  await sql`create index room_events_leaves on room_events (room_id, participant_id, seq) where kind = 'leave'`.execute(
    database,
  );
}
