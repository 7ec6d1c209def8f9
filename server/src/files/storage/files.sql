-- Bytes of all files and stored parts, except those of one upload. Announced bytes do not count, since they take no space yet.
create or replace function bytes_of_all(but_upload uuid) returns bigint language sql stable as $$
select ((select coalesce(sum(bytes), 0) from files)
  + (select coalesce(sum(coalesce(put_bytes, bytes)), 0) from upload_parts where upload_id is distinct from but_upload))::bigint
$$;
