import { type Kysely, sql } from "kysely";

/**
 * What search finds by, made behind the log and by level (decision 0035). Nothing refers to rooms or people, since who writes here
 * may lock none of them. The words are made by the server: PostgreSQL only keeps and finds them. Where `words` is null, who searches
 * reads what they are made from.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createChunks(database);
  await createRooms(database);
  await createPeople(database);
  await createForgetWords(database);
}

/** Some 32 messages of a room behind one another; a room's newest row is extended until it is full. */
async function createChunks(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_chunks (
      room_id bigint not null,
      first_seq bigint not null,
      last_seq bigint not null,
      messages integer not null,
      begun_at timestamptz(3) not null,
      ended_at timestamptz(3) not null,
      words tsvector,
      primary key (room_id, first_seq)
    ) with (fillfactor = 90, toast_tuple_target = 8160)`.execute(database);
  await unsampled(database, "search_chunks", "words");
  // What was written last is read from one end to the other by each search until it is merged, so it stays short.
  await sql`
    create index search_chunks_words on search_chunks using gin (words) with (gin_pending_list_limit = 1024)`.execute(
    database,
  );
  await sql`create index search_chunks_unread on search_chunks (room_id, first_seq) where words is null`.execute(
    database,
  );
}

/**
 * Up to where each room's log is indexed, and the words of its offer: the number, customer, vehicle and lines, as they were at
 * `offer_version` and while the customer had that name. `rebuilt_seq` is how far a rebuild of that `generation` has come, null once it is through.
 */
async function createRooms(database: Kysely<unknown>): Promise<void> {
  // The words lie apart, so that a room which moves on is written without them.
  await sql`
    create table search_rooms (
      room_id bigint primary key,
      log_seq bigint not null default 0,
      generation integer not null default 0,
      rebuilt_seq bigint,
      offer_version integer,
      customer_name text,
      words tsvector
    ) with (fillfactor = 70, toast_tuple_target = 128)`.execute(database);
  await unsampled(database, "search_rooms", "words", "customer_name");
  await sql`create index search_rooms_words on search_rooms using gin (words)`.execute(database);
  await sql`create index search_rooms_unread on search_rooms (room_id) where words is null`.execute(database);
}

async function createPeople(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_people (participant_id bigint primary key, name text not null, words tsvector)`.execute(
    database,
  );
  await unsampled(database, "search_people", "words", "name");
  await sql`create index search_people_words on search_people using gin (words)`.execute(database);
  await sql`create index search_people_unread on search_people (participant_id) where words is null`.execute(database);
}

/** The planner's samples would keep words of rows that are gone. */
async function unsampled(database: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> {
  for (const column of columns)
    await sql`
      alter table ${sql.table(table)} alter column ${sql.id(column)} set statistics 0,
        alter column ${sql.id(column)} set storage external`.execute(database);
}

/**
 * A text that is edited or deleted takes the words of its chunk along, in its own transaction. Whoever indexes holds the same lock alone,
 * from before they read texts until what they made of them is committed, so that none of them comes back. They lock no room, which
 * whoever is here has done.
 */
async function createForgetWords(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_words() returns trigger language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtext('search_index'));
      update search_chunks set words = null
      where room_id = new.room_id and first_seq = (
        select first_seq from search_chunks where room_id = new.room_id and first_seq <= new.seq
        order by first_seq desc limit 1
      ) and last_seq >= new.seq and words is not null;
      return null;
    end $$`.execute(database);
  await sql`
    create trigger forget_words after update of body, deleted_at on messages for each row
      when (old.body <> new.body or old.deleted_at is distinct from new.deleted_at)
      execute function forget_words()`.execute(database);
}
