import { type Kysely, sql } from "kysely";

/**
 * AUTH-8: whatever changes a person's own settings adds 1 to `version` in the same transaction, and the commit
 * notifies every server.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table participants add column version bigint not null default 0`.execute(database);
  await sql`
    create function notify_own_settings() returns trigger language plpgsql as $$
    begin
      perform pg_notify('own_settings_changed', new.id::text);
      return null;
    end $$`.execute(database);
  await sql`
    create trigger participants_version after update of version on participants
    for each row when (new.version <> old.version) execute function notify_own_settings()`.execute(database);
}
