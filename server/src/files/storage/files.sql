-- What all files and the stored parts of uploads take, but for one upload. Announced bytes do not count: they take no room from
-- others.
create or replace function bytes_of_all(but_upload uuid) returns bigint language sql stable as $$
select ((select coalesce(sum(bytes), 0) from files)
  + (select coalesce(sum(coalesce(put_bytes, bytes)), 0) from upload_parts where upload_id is distinct from but_upload))::bigint
$$;

-- What a person's files and announced uploads take, but for one upload.
create or replace function bytes_of_person(person bigint, but_upload uuid) returns bigint language sql stable as $$
select ((select coalesce(sum(bytes), 0) from files where uploader_id = person)
  + (select coalesce(sum(bytes), 0) from uploads where uploader_id = person and id is distinct from but_upload))::bigint
$$;

-- MSG-3s, MSG-3sa: whether `size` more bytes fit. Counts under the lock under which they are taken; null if they fit.
create or replace function fullness_with(
  size bigint, uploader bigint, person_max bigint, installation_max bigint, of_upload uuid
) returns text language plpgsql as $$
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
end $$;

-- Deletes a file and queues its objects for removal; running downloads finish.
create or replace function remove_file(file uuid) returns void language sql as $$
with removed as (delete from files where id = file returning id, storage_id, preview_bytes)
insert into object_removals (storage_id, name, due_at)
select storage_id, id::text, now() from removed
union all select storage_id, id || '.preview', now() from removed where preview_bytes is not null
on conflict (storage_id, name) do update set due_at = excluded.due_at
$$;

-- MSG-3: makes a file of what was stored, if it fits.
create or replace function claim_file(
  file uuid, storage uuid, uploader bigint, file_name text, size bigint, of_mime text, of_sha256 bytea,
  pixels_wide integer, pixels_high integer, of_placeholder bytea, preview_size integer, at_time timestamptz,
  person_max bigint, installation_max bigint, of_upload uuid
) returns text language plpgsql as $$
declare
  fullness text := fullness_with(size, uploader, person_max, installation_max, of_upload);
begin
  if fullness is not null then return fullness; end if;
  insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, width, height, placeholder, preview_bytes, created_at)
  values (file, storage, uploader, file_name, size, of_mime, of_sha256, pixels_wide, pixels_high, of_placeholder, preview_size, at_time);
  return 'claimed';
end $$;
