import { type Kysely, sql } from "kysely";

/**
 * AUTH-11: `proven_at` is since when a session's person has given their password, and their second factor where they have one. ADM-4a:
 * `made_by` is who made a program's token; people stay as rows for good, so nothing refers to them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table tokens add column proven_at timestamptz(3), add column made_by bigint`.execute(database);
  await sql`
    update tokens t set made_by = a.participant_id from audit a
    where t.program is not null and a.kind = 'account.token-added' and a.detail = t.id::text`.execute(database);
}
