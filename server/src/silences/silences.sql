-- ROOM-7: numbers an author's messages above a `seq`, and those to come (decision 0021). Numbers have no gaps up to the newest
-- message; older ones found later get the numbers below the lowest, below zero too.
create or replace function number_silenced(
  at_room bigint, by_author bigint, above_seq bigint
) returns void language plpgsql as $$
declare
  lowest record;
begin
  perform from rooms where id = at_room for no key update;
  update memberships set silenced_sent = 0
  where room_id = at_room and participant_id = by_author and silenced_sent is null;
  select seq, silenced_ordinal into lowest from messages
  where room_id = at_room and author_id = by_author and silenced_ordinal is not null order by seq limit 1;
  update messages m set silenced_ordinal = coalesce(lowest.silenced_ordinal, 1) - unnumbered.place
  from (
    select id, row_number() over (order by seq desc) as place from messages
    where room_id = at_room and author_id = by_author and seq > above_seq
      and (lowest.seq is null or seq < lowest.seq)
  ) unnumbered
  where m.id = unnumbered.id;
end $$;

-- SIL-1: begins a silence, without effect until `complete_silence`, or ends one; toggles when `wanted` is null. Locks both people in
-- order of id: a join waits and then sees the silence (`list_membership`).
create or replace function change_silence(
  by_person bigint, of_person bigint, wanted boolean, people_max integer
) returns text language plpgsql as $$
declare
  is_silenced boolean;
begin
  perform from participants where id in (by_person, of_person) order by id for no key update;
  is_silenced := exists (
    select from silences where participant_id = by_person and silenced_id = of_person and is_numbered);
  if coalesce(wanted, not is_silenced) then
    if is_silenced then return 'same'; end if;
    if people_max <= (select count(*) from silences where participant_id = by_person and is_numbered)
    then return 'full'; end if;
    insert into silences (participant_id, silenced_id, is_numbered) values (by_person, of_person, false)
    on conflict do nothing;
    return 'begun';
  end if;
  delete from silences where participant_id = by_person and silenced_id = of_person;
  if not is_silenced then return 'same'; end if;
  update participants set version = version + 1 where id = by_person;
  return 'ended';
end $$;

-- Called once the silenced person's messages are numbered (decision 0021).
create or replace function complete_silence(by_person bigint, of_person bigint) returns void language plpgsql as $$
begin
  perform from participants where id = by_person for no key update;
  update silences set is_numbered = true
  where participant_id = by_person and silenced_id = of_person and not is_numbered;
  if found then update participants set version = version + 1 where id = by_person; end if;
end $$;
