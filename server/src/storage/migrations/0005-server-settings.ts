import { type Kysely, sql } from "kysely";

/** What the server makes once and keeps, such as the Pusher app's key and secret when none is configured (RUN-6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_settings (
      name text primary key,
      value text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
}
