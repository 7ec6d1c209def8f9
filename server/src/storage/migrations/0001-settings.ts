import { type Kysely, sql } from "kysely";

/** What the server makes once and keeps: keys and secrets by name (RUN-6). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table settings (key text primary key, value text not null)`.execute(database);
}
