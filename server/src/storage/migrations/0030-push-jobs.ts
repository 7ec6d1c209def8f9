import { type Kysely, sql } from "kysely";

/**
 * PUSH-2: up to which message each room was looked at for pushes, and the pushes that wait (decision 0038). Nothing refers to rooms, since
 * who writes here may lock none of them. `after_ordinal` is what was pushed before: nothing at or below it causes another.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_rooms (room_id bigint primary key, ordinal bigint not null) with (fillfactor = 70)`.execute(
    database,
  );
  // What was said before there were pushes is not pushed.
  await sql`
    insert into push_rooms (room_id, ordinal) select id, messages_total from rooms where messages_total > 0`.execute(
    database,
  );
  await sql`
    create table push_jobs (
      subscription_id bigint not null references push_subscriptions on delete cascade,
      room_id bigint not null,
      after_ordinal bigint not null,
      upto_ordinal bigint not null,
      attempts integer not null default 0,
      next_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      primary key (subscription_id, room_id)
    ) with (fillfactor = 70)`.execute(database);
  await sql`create index push_jobs_next_at on push_jobs (next_at, subscription_id)`.execute(database);
}
