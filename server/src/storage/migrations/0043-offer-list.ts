import { type Kysely, sql } from "kysely";

/**
 * OFF-10: offers in the order of their list, everybody's and each customer's, and the words by which the list finds them: those of
 * `search_rooms` without the customer's name, also of offers without a room. The server makes them behind the offers (decision 0035).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index offers_newest on offers (updated_at desc, id desc)`.execute(database);
  await sql`create index offers_of_customer on offers (customer_id, updated_at desc, id desc)`.execute(database);
  await sql`drop index offers_customer_id`.execute(database);
  await sql`
    create table search_offers (
      offer_id bigint primary key,
      generation integer not null,
      offer_version integer not null,
      words tsvector not null
    )`.execute(database);
  // The planner's samples would keep words that are gone.
  await sql`
    alter table search_offers alter column words set statistics 0, alter column words set storage external`.execute(
    database,
  );
  await sql`create index search_offers_words on search_offers using gin (words)`.execute(database);
}
