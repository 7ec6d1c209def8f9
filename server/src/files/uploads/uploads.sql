-- MSG-3s: begins an upload, if it fits and the person has fewer than `uploads_max`.
create or replace function create_upload(
  upload uuid, storage uuid, uploader bigint, size bigint, file_name text, at_time timestamptz, uploads_max integer,
  person_max bigint
) returns text language plpgsql as $$
declare
  fullness text := fullness_with(size, uploader, person_max, null, null);
begin
  if fullness is not null then return fullness; end if;
  perform from participants where id = uploader for no key update;
  insert into uploads (id, storage_id, uploader_id, bytes, name, created_at)
  select upload, storage, uploader, size, file_name, at_time
  where (select count(*) from uploads where uploader_id = uploader) < uploads_max;
  return case when found then 'created' else 'too-many' end;
end $$;

-- MSG-3sa: claims room for a part before it is stored; `lost` if another request holds the upload.
create or replace function begin_upload_part(
  part uuid, of_upload uuid, begins_at bigint, size integer, holder uuid, installation_max bigint
) returns text language plpgsql as $$
declare
  fullness text := fullness_with(size, null, null, installation_max, null);
begin
  if fullness is not null then return fullness; end if;
  insert into upload_parts (id, upload_id, at_byte, put_bytes)
  select part, id, begins_at, size from uploads where id = of_upload and held_by = holder;
  return case when found then 'begun' else 'lost' end;
end $$;
