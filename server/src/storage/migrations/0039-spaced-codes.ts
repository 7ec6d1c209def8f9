import { type Kysely, sql } from "kysely";

/**
 * FIND-1r: from now on letters and digits of a code are one word of the index however they are spaced. What was indexed before is found as
 * it was, and made anew by the server, behind whatever else it does: rooms by their generation, people as if they had another name.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into settings (key, value) select 'search_generation', '1' where exists (select from search_rooms)
    on conflict (key) do update set value = (settings.value::integer + 1)::text`.execute(database);
  await sql`update search_people set name = ''`.execute(database);
}
