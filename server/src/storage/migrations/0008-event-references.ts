import { type Kysely, sql } from "kysely";

/**
 * An event names its person and its message without asking whether they are there: it is only ever written by the statement
 * that writes the message, whose own reference to its author is checked, or that moves, adds or removes the person's membership;
 * neither people nor messages are deleted. The two questions cost a sixth of what storing a message costs (PERF-6), one of
 * them a lock on the row that was written just before. Events still go with their room.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table room_events
      drop constraint room_events_message_id_fkey,
      drop constraint room_events_participant_id_fkey`.execute(database);
}
