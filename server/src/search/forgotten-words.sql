-- FIND: drops the words together with the edit. The indexer holds this lock from reading texts to committing words, so that none come back.
create or replace function forget_words() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('search_index'));
  update search_chunks set words = null
  where room_id = new.room_id and first_seq = (
    select first_seq from search_chunks where room_id = new.room_id and first_seq <= new.seq
    order by first_seq desc limit 1
  ) and last_seq >= new.seq and words is not null;
  return null;
end $$;

create or replace trigger forget_words after update of body, deleted_at
on messages for each row when (old.body <> new.body or old.deleted_at is distinct from new.deleted_at)
execute function forget_words();
