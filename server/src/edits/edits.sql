-- Locks the room for a member and finds the message that its author is about to change; `outcome` says what prevents it.
create or replace function find_own_message(
  at_room bigint, about_message bigint, by_participant bigint, out outcome text, out message messages
) language plpgsql as $$
begin
  -- Before the lock for strangers, who may lock no room, and after it for who has left meanwhile.
  if exists (select from memberships where room_id = at_room and participant_id = by_participant) then
    perform from rooms where id = at_room for no key update;
  end if;
  if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
    outcome := 'not-member';
    return;
  end if;
  select * into message from messages m where m.id = about_message and m.room_id = at_room;
  outcome := case when not found then 'no-message' when message.author_id <> by_participant then 'not-author' else 'done' end;
end $$;

-- MSG-6: gives a message another text; no `entry_seq` if it has that text already.
create or replace function edit_message(
  at_room bigint, about_message bigint, by_participant bigint, with_body text, at_time timestamptz, out outcome text,
  out entry_seq bigint, out room_members_seq bigint
) language plpgsql
set enable_seqscan = off
as $$
declare
  own record;
begin
  select * into own from find_own_message(at_room, about_message, by_participant);
  outcome := own.outcome;
  if outcome <> 'done' then return; end if;
  if (own.message).deleted_at is not null then
    outcome := 'deleted';
  elsif (own.message).file_id is null and with_body = '' then
    outcome := 'empty';
  end if;
  if outcome <> 'done' or (own.message).body = with_body then return; end if;
  update messages set body = with_body, edited_at = at_time where id = about_message;
  select * into entry_seq, room_members_seq from log_event(at_room, 'edit', by_participant, at_time, (own.message).seq);
  insert into message_edits (room_id, message_seq, seq, body, replaced_at)
  values (at_room, (own.message).seq, entry_seq, (own.message).body, at_time);
end $$;

-- No `entry_seq` if it was deleted before.
create or replace function delete_message(
  at_room bigint, about_message bigint, by_participant bigint, at_time timestamptz, out outcome text,
  out entry_seq bigint, out room_members_seq bigint
) language plpgsql
set enable_seqscan = off
as $$
declare
  own record;
begin
  select * into own from find_own_message(at_room, about_message, by_participant);
  outcome := own.outcome;
  if outcome <> 'done' or (own.message).deleted_at is not null then return; end if;
  select * into entry_seq, room_members_seq from remove_words(at_room, own.message, at_time);
end $$;

-- KEEP-5: deletes a message for its age, whether or not its author is still a member.
create or replace function expire_message(
  at_room bigint, about_message bigint, at_time timestamptz
) returns void language plpgsql
set enable_seqscan = off
as $$
declare
  old messages;
begin
  perform from rooms where id = at_room for no key update;
  select * into old from messages where id = about_message and deleted_at is null;
  if found then perform remove_words(at_room, old, at_time); end if;
end $$;

-- KEEP-5: empties a message: text, earlier texts and file go with the commit. Its place, author, `client_id`, reply and actions
-- stay.
create or replace function remove_words(
  at_room bigint, message messages, at_time timestamptz, out entry_seq bigint, out room_members_seq bigint
) language plpgsql
set enable_seqscan = off
as $$
begin
  delete from message_edits where room_id = at_room and message_seq = message.seq;
  update messages set body = '', file_id = null, edited_at = null, deleted_at = at_time where id = message.id;
  perform remove_file(message.file_id);
  update rooms set deleted_ordinal = greatest(deleted_ordinal, message.ordinal), waiting_since = waiting_since_of(at_room)
  where id = at_room;
  select * into entry_seq, room_members_seq from log_event(at_room, 'delete', message.author_id, at_time, message.seq);
end $$;
