import { type Kysely, sql } from "kysely";

/**
 * MSG-3s, MSG-3sa: whatever takes room is counted under the lock under which it takes it: files, uploads by the length that was said, and
 * their parts, which take it when they are named, before they are put. A server of the release before calls `claim_file` and
 * `create_upload`; the next release drops these.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Length of the object that is put; `bytes` is the same once it is whole.
  await sql`alter table upload_parts add column put_bytes integer`.execute(database);
  await sql`
    create function fullness_with(size bigint, uploader bigint, person_max bigint, installation_max bigint, of_upload uuid)
    returns text language plpgsql as $$
    begin
      if person_max is not null then
        -- Two at once would both find the room that is there for one.
        perform from participants where id = uploader for no key update;
        if size + bytes_of_person(uploader, of_upload) > person_max then return 'person-full'; end if;
      end if;
      if installation_max is not null then
        perform pg_advisory_xact_lock(hashtext('claim_file'));
        if size + bytes_of_all(of_upload) > installation_max then return 'installation-full'; end if;
      end if;
      return null;
    end $$`.execute(database);
  await sums(database);
  await claims(database);
  await uploads(database);
}

/** What files and uploads take, but for the upload that becomes a file. */
async function sums(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function bytes_of_person(person bigint, but_upload uuid) returns bigint language sql stable as $$
      select ((select coalesce(sum(bytes), 0) from files where uploader_id = person)
        + (select coalesce(sum(bytes), 0) from uploads where uploader_id = person and id is distinct from but_upload))::bigint
    $$`.execute(database);
  // Of uploads what is stored: what somebody says they will send takes no room from others.
  await sql`
    create function bytes_of_all(but_upload uuid) returns bigint language sql stable as $$
      select ((select coalesce(sum(bytes), 0) from files)
        + (select coalesce(sum(coalesce(put_bytes, bytes)), 0) from upload_parts where upload_id is distinct from but_upload))::bigint
    $$`.execute(database);
}

async function claims(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function claim_file(
      file uuid, storage uuid, uploader bigint, file_name text, size bigint, of_mime text, of_sha256 bytea, pixels_wide integer,
      pixels_high integer, of_placeholder bytea, preview_size integer, at_time timestamptz, person_max bigint, installation_max bigint,
      of_upload uuid
    ) returns text language plpgsql as $$
    declare
      fullness text := fullness_with(size, uploader, person_max, installation_max, of_upload);
    begin
      if fullness is not null then return fullness; end if;
      insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, width, height, placeholder, preview_bytes, created_at)
      values (file, storage, uploader, file_name, size, of_mime, of_sha256, pixels_wide, pixels_high, of_placeholder, preview_size, at_time);
      return 'claimed';
    end $$`.execute(database);
}

async function uploads(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function create_upload(
      upload uuid, storage uuid, uploader bigint, size bigint, file_name text, at_time timestamptz, uploads_max integer, person_max bigint
    ) returns text language plpgsql as $$
    declare
      fullness text := fullness_with(size, uploader, person_max, null, null);
    begin
      if fullness is not null then return fullness; end if;
      return case when create_upload(upload, storage, uploader, size, file_name, at_time, uploads_max) then 'created' else 'too-many' end;
    end $$`.execute(database);
  await sql`
    create function begin_upload_part(part uuid, of_upload uuid, begins_at bigint, size integer, holder uuid, installation_max bigint)
    returns text language plpgsql as $$
    declare
      fullness text := fullness_with(size, null, null, installation_max, null);
    begin
      if fullness is not null then return fullness; end if;
      insert into upload_parts (id, upload_id, at_byte, put_bytes)
      select part, id, begins_at, size from uploads where id = of_upload and held_by = holder;
      return case when found then 'begun' else 'lost' end;
    end $$`.execute(database);
}
