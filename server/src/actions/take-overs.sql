-- Gives the room to another holder, or to nobody, and logs the quiet line (MSG-9). The actions are changed already.
create or replace function change_holder(
  at_room bigint, to_person bigint, from_person bigint, by_participant bigint, in_manner text, at_time timestamptz
) returns void language plpgsql as $$
begin
  update rooms set holder_id = to_person where id = at_room;
  perform log_event(at_room, 'take-over', by_participant, at_time, null, jsonb_build_object(
    'how', in_manner, 'person_id', to_person, 'from_id', from_person,
    'members_total', (select count(*) from memberships where room_id = at_room)));
end $$;

-- Takes the room over by a message, releases it, or moves the caller's hold to a newer message. Locks the caller until the commit:
-- an account that is disabled meanwhile is seen here, or seen as the holder by `end_one_take_over`.
create or replace function set_take_over(
  at_room bigint, about_seq bigint, by_participant bigint, wished boolean, may_take_from_others boolean,
  at_time timestamptz, out outcome text, out action bigint
) language plpgsql as $$
declare
  held actions;
  own actions;
begin
  outcome := 'done';
  select * into held from actions where room_id = at_room and action_id = 1 and not is_deleted;
  select * into own from actions
  where room_id = at_room and message_seq = about_seq and action_id = 1 and participant_id = by_participant;
  action := own.id;
  if own.id = held.id and wished is not true then
    perform end_take_over(at_room, by_participant, 'released', at_time);
  elsif own.id = held.id then
    return;
  elsif wished is false and own.id is null and held.participant_id <> by_participant then
    outcome := 'not-holder';
  elsif wished is false then
    action := coalesce(own.id, action_never_given(at_room, about_seq, 1::smallint, by_participant, at_time));
  elsif held.participant_id <> by_participant and not may_take_from_others then
    outcome := 'held-by-another';
    action := held.id;
  elsif held.participant_id = by_participant and held.message_seq > about_seq then
    action := held.id;
  else
    perform from participants where id = by_participant and disabled_at is null for share;
    if not found then
      outcome := 'disabled';
      return;
    end if;
    if held.id is not null then
      perform change_action(at_room, held.message_seq, 1::smallint, held.participant_id, false, by_participant, at_time);
    end if;
    action := change_action(at_room, about_seq, 1::smallint, by_participant, true, by_participant, at_time);
    if held.participant_id is distinct from by_participant then
      perform change_holder(at_room, by_participant, held.participant_id, by_participant, 'taken', at_time);
    end if;
  end if;
end $$;

-- Ends the person's hold of the room, if they have it.
create or replace function end_take_over(
  at_room bigint, of_person bigint, in_manner text, at_time timestamptz
) returns void language plpgsql as $$
declare
  held actions;
begin
  select * into held from actions
  where room_id = at_room and action_id = 1 and not is_deleted and participant_id = of_person;
  if not found then return; end if;
  perform change_action(at_room, held.message_seq, 1::smallint, of_person, false, of_person, at_time);
  perform change_holder(at_room, null, of_person, of_person, in_manner, at_time);
end $$;

-- Ends one take-over of a disabled person; false if they hold none. One room at a time, so that no other room waits.
create or replace function end_one_take_over(of_person bigint) returns boolean language plpgsql as $$
declare
  at_room bigint;
begin
  select id into at_room from rooms where holder_id = of_person order by id limit 1;
  if not found then return false; end if;
  perform from rooms where id = at_room for no key update;
  perform end_take_over(at_room, of_person, 'disabled', now());
  return true;
end $$;

-- ACT-2n: hands the room to a colleague, who joins it if the caller may invite. Handing it to its holder changes nothing, and is refused with another note.
create or replace function hand_over(
  at_room bigint, by_participant bigint, to_person bigint, with_note text, may_take_from_others boolean,
  at_time timestamptz, may_invite boolean,
  out outcome text, out action jsonb, out entries jsonb, out members_seq bigint
) language plpgsql
set enable_seqscan = off
as $$
declare
  before_seq bigint;
  held actions;
  given bigint;
begin
  select r.last_seq into before_seq from rooms r where id = at_room for update;
  if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
    outcome := 'not-member';
    return;
  end if;
  select * into held from actions where room_id = at_room and action_id = 1 and not is_deleted;
  if not found then
    outcome := 'nobody-holds';
    return;
  elsif held.participant_id = to_person and to_person <> by_participant then
    -- They hold it already; a note that nobody would read is refused.
    outcome := case when with_note is null or held.handed_by = by_participant and held.note = with_note
      then 'done' else 'held-by-another' end;
    action := action_json(held.id);
    return;
  elsif held.participant_id <> by_participant and not may_take_from_others then
    outcome := 'held-by-another';
    action := action_json(held.id);
    return;
  end if;
  perform from participants p where p.id = to_person and p.kind <> 'customer' and p.disabled_at is null
    and exists (select from participant_roles given join roles on roles.name = given.role
      where given.participant_id = p.id and 'messages.take-over' = any(roles.permissions))
    and (may_invite and holds_permission(by_participant, 'rooms.invite') and holds_permission(p.id, 'rooms.view')
      or exists (select from memberships where room_id = at_room and participant_id = p.id))
  for share of p;
  if not found or to_person = held.participant_id then
    outcome := 'not-a-colleague';
    return;
  end if;
  outcome := 'done';
  perform join_rooms(array[at_room], array[to_person], at_time, by_participant);
  perform change_action(at_room, held.message_seq, 1::smallint, held.participant_id, false, by_participant, at_time);
  given := change_action(at_room, held.message_seq, 1::smallint, to_person, true, by_participant, at_time,
    by_participant, with_note);
  perform change_holder(at_room, to_person, held.participant_id, by_participant, 'handed', at_time);
  -- What a function reads is as old as the statement that calls it, so this is one of its own.
  action := action_json(given);
  entries := entries_after(at_room, before_seq);
  select r.members_seq into members_seq from rooms r where id = at_room;
end $$;
