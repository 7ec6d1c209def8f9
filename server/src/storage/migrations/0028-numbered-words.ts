import { type Kysely, sql } from "kysely";

/**
 * FIND-2m: from now on chunks say of each word in which of their messages it is. Those of before are found as they were, and made anew
 * by the server, behind whatever else it does. A server of the release before finds by both.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into settings (key, value) select 'search_generation', '1' where exists (select from search_rooms)
    on conflict (key) do update set value = (settings.value::integer + 1)::text`.execute(database);
}
