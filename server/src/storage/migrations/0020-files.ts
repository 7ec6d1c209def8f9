import { type Kysely, sql } from "kysely";

/**
 * MSG-3: files of messages (decision 0031). A row names its objects before they are written, and a message takes a file over in the
 * transaction that stores it. What no message took, and what is removed, is moved to `object_removals`, which the foreign key keeps from
 * happening to any other file; a name leaves there when its object is gone. So every object of a storage is named in a table, always.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table storages (
      id uuid primary key,
      url text not null,
      is_current boolean not null default false,
      created_at timestamptz(3) not null default now()
    )`.execute(database);
  await sql`create unique index storages_current on storages (is_current) where is_current`.execute(database);
  await sql`
    create table files (
      id uuid primary key,
      storage_id uuid not null references storages,
      uploader_id bigint not null references participants,
      name text not null,
      bytes bigint not null,
      mime text not null,
      sha256 bytea not null,
      width integer,
      height integer,
      placeholder bytea,
      preview_bytes integer,
      is_published boolean not null default false,
      created_at timestamptz(3) not null
    )`.execute(database);
  // What the sweep looks at: hardly any file.
  await sql`create index files_unpublished on files (created_at) where not is_published`.execute(database);
  await sql`create index files_uploader_id on files (uploader_id) include (bytes)`.execute(database);
  await sql`create index files_storage_id on files (storage_id, id)`.execute(database);
  await sql`
    create table object_removals (
      storage_id uuid not null references storages,
      name text not null,
      due_at timestamptz(3) not null default now() + interval '1 minute',
      primary key (storage_id, name)
    )`.execute(database);
  await sql`create index object_removals_due on object_removals (storage_id, due_at)`.execute(database);
  await sql`alter table messages add column file_id uuid references files`.execute(database);
  // One file is of one message; and the gallery of a room.
  await sql`create unique index messages_file_id on messages (file_id) where file_id is not null`.execute(database);
  await sql`create index messages_files on messages (room_id, seq desc) where file_id is not null`.execute(database);
  await claims(database);
  await uploads(database);
  await storeMessagesWithFiles(database);
}

/** Adds a row of `files` where it fits into what is left for its uploader and for all; null is no limit. */
async function claims(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function claim_file(
      file uuid, storage uuid, uploader bigint, file_name text, size bigint, of_mime text, of_sha256 bytea, pixels_wide integer,
      pixels_high integer, of_placeholder bytea, preview_size integer, at_time timestamptz, person_max bigint, installation_max bigint
    ) returns text language plpgsql as $$
    begin
      if person_max is not null then
        -- Two claims at once would both find the room that is there for one.
        perform from participants where id = uploader for no key update;
        if (select coalesce(sum(bytes), 0) from files where uploader_id = uploader) + size > person_max then
          return 'person-full';
        end if;
      end if;
      if installation_max is not null then
        perform pg_advisory_xact_lock(hashtext('claim_file'));
        if (select coalesce(sum(bytes), 0) from files) + size > installation_max then
          return 'installation-full';
        end if;
      end if;
      insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, width, height, placeholder, preview_bytes, created_at)
      values (file, storage, uploader, file_name, size, of_mime, of_sha256, pixels_wide, pixels_high, of_placeholder, preview_size, at_time);
      return 'claimed';
    end $$`.execute(database);
}

/**
 * Uploads that no message has taken over. Each part is an object of the storage, named by the part's id: its row is there before it is
 * written, `bytes` once it is whole. An upload is in the hands of one request at a time, of any process, until `held_until` or until
 * it lets go; `is_wanted` asks it to.
 */
async function uploads(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id uuid primary key,
      storage_id uuid not null references storages,
      uploader_id bigint not null references participants,
      bytes bigint not null,
      name text not null,
      created_at timestamptz(3) not null,
      held_by uuid,
      held_until timestamptz(3),
      is_wanted boolean not null default false
    )`.execute(database);
  await sql`create index uploads_uploader_id on uploads (uploader_id)`.execute(database);
  await sql`
    create table upload_parts (
      id uuid primary key,
      upload_id uuid not null references uploads on delete cascade,
      at_byte bigint not null,
      bytes integer
    )`.execute(database);
  await sql`create unique index upload_parts_whole on upload_parts (upload_id, at_byte) where bytes is not null`.execute(
    database,
  );
  await sql`create index upload_parts_upload_id on upload_parts (upload_id)`.execute(database);
  // Creations of one person are counted one after the other.
  await sql`
    create function create_upload(upload uuid, storage uuid, uploader bigint, size bigint, file_name text, at_time timestamptz, uploads_max integer)
    returns boolean language plpgsql as $$
    begin
      perform from participants where id = uploader for no key update;
      insert into uploads (id, storage_id, uploader_id, bytes, name, created_at)
      select upload, storage, uploader, size, file_name, at_time
      where (select count(*) from uploads where uploader_id = uploader) < uploads_max;
      return found;
    end $$`.execute(database);
}

/** `store_messages` for a batch in which some have a file: `file_ids` has an entry for each send. */
async function storeMessagesWithFiles(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function store_messages_with_files(
      send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], turns integer[],
      at_rooms bigint[], counts integer[], are_answered boolean[], are_waiting boolean[], at_time timestamptz, file_ids uuid[],
      out message_id bigint, out message_seq bigint, out room_members_seq bigint
    ) returns setof record language plpgsql as $$
    declare
      turn bigint;
    begin
      for message_id, message_seq, room_members_seq, turn in
        select * from store_messages(send_rooms, authors, bodies, client_ids, turns, at_rooms, counts, are_answered, are_waiting,
          at_time) with ordinality
      loop
        if file_ids[turn] is not null then
          update messages set file_id = file_ids[turn] where id = message_id;
          update files set is_published = true where id = file_ids[turn];
        end if;
        return next;
      end loop;
    end $$`.execute(database);
}
