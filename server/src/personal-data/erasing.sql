-- The person's name everywhere, and the rest of the account. The user name goes last, by another call: an interrupted erasure starts
-- again by it.
create or replace function erase_names(of_person bigint, with_name text) returns void language plpgsql as $$
begin
  update participants set name = with_name, password_hash = '', locale = 'ro', version = version + 1,
    notifications = '{"privacy": "what", "quiet": null}', has_temporary_password = false,
    disabled_at = coalesce(disabled_at, now())
  where id = of_person;
  delete from tokens where participant_id = of_person;
  delete from invitations where participant_id = of_person;
  delete from participant_roles where participant_id = of_person;
  perform change_silence(participant_id, silenced_id, false, 0) from silences where of_person in (participant_id, silenced_id);
  update actions set note = null where handed_by = of_person and note is not null;
  update audit set name = null where participant_id = of_person and name is not null;
  -- Nobody makes words of the name that was read before this.
  perform pg_advisory_xact_lock_shared(hashtext('search_index'));
  delete from search_people where participant_id = of_person;
  update search_rooms set words = null, customer_name = null
  from rooms r join offers o on o.id = r.offer_id
  where search_rooms.room_id = r.id and o.customer_id = of_person;
  delete from search_offers using offers o where offer_id = o.id and o.customer_id = of_person;
  perform pg_notify('sign_in_ended', of_person::text);
end $$;

-- Empties the person's next messages in a room; returns the last one's `seq`, null when none is left.
create or replace function erase_texts(
  of_person bigint, at_room bigint, messages_max integer
) returns bigint language plpgsql
set enable_seqscan = off
as $$
declare
  own messages;
  upto bigint;
begin
  perform from rooms where id = at_room for no key update;
  for own in
    select * from messages where room_id = at_room and author_id = of_person and deleted_at is null
    order by seq limit messages_max
  loop
    delete from message_edits where room_id = at_room and message_seq = own.seq;
    update messages set body = '', file_id = null, edited_at = null, deleted_at = now() where id = own.id;
    perform remove_file(own.file_id);
    update rooms set deleted_ordinal = greatest(deleted_ordinal, own.ordinal) where id = at_room;
    perform log_event(at_room, 'delete', of_person, now(), own.seq);
    upto := own.seq;
  end loop;
  if upto is not null then update rooms set waiting_since = waiting_since_of(at_room) where id = at_room; end if;
  return upto;
end $$;

-- Takes back the person's next likes in a room; returns how many.
create or replace function erase_likes(
  of_person bigint, at_room bigint, likes_max integer
) returns bigint language plpgsql as $$
begin
  perform from rooms where id = at_room for no key update;
  return (
    select count(set_like(at_room, liked.message_seq, of_person, false, now())) from (
      select message_seq from actions
      where room_id = at_room and participant_id = of_person and action_id = 2 and not is_deleted limit likes_max
    ) liked
  );
end $$;

-- Files without a message and unfinished uploads; the sweep removes their objects.
create or replace function erase_uploads(of_person bigint) returns void language plpgsql as $$
begin
  perform remove_file(f.id) from files f
  where uploader_id = of_person and not exists (select from messages where file_id = f.id);
  insert into object_removals (storage_id, name)
  select u.storage_id, p.id::text from uploads u join upload_parts p on p.upload_id = u.id where u.uploader_id = of_person
  on conflict do nothing;
  delete from uploads where uploader_id = of_person;
end $$;
