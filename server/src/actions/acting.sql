-- An action as the protocol has it.
create or replace function action_json(action bigint) returns jsonb language sql stable as $$
select jsonb_build_object('id', a.id, 'action_id', a.action_id, 'deleted', a.is_deleted, 'message_id', m.id,
  'message_seq', m.seq, 'author_type', author.kind, 'person', person_json(a.participant_id), 'seq', a.seq,
  'created_at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from actions a join messages m on m.room_id = a.room_id and m.seq = a.message_seq
  join participants author on author.id = m.author_id
where a.id = action
$$;

-- Gives or removes an action and logs it. The room is locked, and the action differs.
create or replace function change_action(
  at_room bigint, about_seq bigint, of_action smallint, of_person bigint, is_given boolean, by_participant bigint,
  at_time timestamptz, with_hander bigint default null, with_note text default null
) returns bigint language plpgsql as $$
declare
  changed bigint;
begin
  insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at, handed_by, note)
  values (at_room, about_seq, of_action, of_person, (select last_seq + 1 from rooms where id = at_room), not is_given,
    at_time, with_hander, with_note)
  on conflict (room_id, message_seq, participant_id, action_id) do update set seq = excluded.seq,
    is_deleted = excluded.is_deleted, created_at = excluded.created_at, handed_by = excluded.handed_by, note = excluded.note
  returning id into changed;
  perform log_event(at_room, 'action', by_participant, at_time, about_seq, jsonb_build_object(
    'action', action_json(changed) - array['person', 'seq', 'created_at'], 'person_id', of_person));
  if of_action = 2 then
    update messages set likes_total = likes_total + case when is_given then 1 else -1 end
    where room_id = at_room and seq = about_seq;
  end if;
  return changed;
end $$;

-- A row without an event, so that removing an action that was never given has an id to answer with.
create or replace function action_never_given(
  at_room bigint, about_seq bigint, of_action smallint, of_person bigint, at_time timestamptz
) returns bigint language sql as $$
insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at)
values (at_room, about_seq, of_action, of_person, 0, true, at_time) returning id
$$;

-- Sets the like to `wished`; toggles it when null.
create or replace function set_like(
  at_room bigint, about_seq bigint, by_participant bigint, wished boolean, at_time timestamptz
) returns bigint language plpgsql as $$
declare
  own actions;
  is_given boolean;
begin
  select * into own from actions
  where room_id = at_room and message_seq = about_seq and action_id = 2 and participant_id = by_participant;
  is_given := found and not own.is_deleted;
  if coalesce(wished, not is_given) <> is_given then
    return change_action(at_room, about_seq, 2::smallint, by_participant, not is_given, by_participant, at_time);
  end if;
  return coalesce(own.id, action_never_given(at_room, about_seq, 2::smallint, by_participant, at_time));
end $$;

-- ACT-1, ACT-2: one act on a message: its outcome, the action after it, and the entries that it added to the room's log, in order. A
-- deleted message (`deleted`) takes no new action and gives up old ones.
create or replace function act_on(
  at_room bigint, about_message bigint, of_author text, of_action smallint, by_participant bigint, wished boolean,
  may_take_from_others boolean, at_time timestamptz, out outcome text, out action jsonb, out entries jsonb,
  out members_seq bigint
) language plpgsql
set enable_seqscan = off
as $$
declare
  before_seq bigint;
  message record;
  changed bigint;
begin
  -- Before the lock for strangers, who may lock no room, and after it for who has left meanwhile.
  if exists (select from memberships where room_id = at_room and participant_id = by_participant) then
    select r.last_seq, r.members_seq into before_seq, members_seq from rooms r where id = at_room for no key update;
  end if;
  if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
    outcome := 'not-member';
    return;
  end if;
  select m.seq, m.deleted_at, p.kind into message from messages m join participants p on p.id = m.author_id
  where m.id = about_message and m.room_id = at_room;
  if message.kind is distinct from of_author then
    outcome := 'no-message';
    return;
  end if;
  outcome := 'done';
  if message.deleted_at is not null and wished is not false and not exists (
    select from actions where room_id = at_room and message_seq = message.seq and action_id = of_action
      and participant_id = by_participant and not is_deleted
  ) then
    outcome := 'deleted';
    return;
  end if;
  if of_action = 2 then
    changed := set_like(at_room, message.seq, by_participant, wished, at_time);
  elsif message.kind <> 'customer' then
    outcome := 'no-customers-message';
    return;
  else
    select t.outcome, t.action into outcome, changed
    from set_take_over(at_room, message.seq, by_participant, wished, may_take_from_others, at_time) t;
  end if;
  action := action_json(changed);
  entries := entries_after(at_room, before_seq);
end $$;
