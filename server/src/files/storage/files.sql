-- What all files and the stored parts of uploads take, but for one upload. Announced bytes do not count: they take no room from
-- others.
create or replace function bytes_of_all(but_upload uuid) returns bigint language sql stable as $$
select ((select coalesce(sum(bytes), 0) from files)
  + (select coalesce(sum(coalesce(put_bytes, bytes)), 0) from upload_parts where upload_id is distinct from but_upload))::bigint
$$;

-- Deletes a file and queues its objects for removal; running downloads finish.
create or replace function remove_file(file uuid) returns void language sql as $$
with removed as (delete from files where id = file returning id, storage_id, preview_bytes)
insert into object_removals (storage_id, name, due_at)
select storage_id, id::text, now() from removed
union all select storage_id, id || '.preview', now() from removed where preview_bytes is not null
on conflict (storage_id, name) do update set due_at = excluded.due_at
$$;
