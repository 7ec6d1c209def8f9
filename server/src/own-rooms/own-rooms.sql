-- ROOM-12b, ROOM-12d: a pin is as old as the version of own settings that it made.
create or replace function pin_room(
  by_person bigint, at_room bigint, wanted bigint, rooms_max integer
) returns text language plpgsql as $$
declare
  next_version bigint;
  before bigint;
begin
  select version + 1 into next_version from participants where id = by_person for no key update;
  select pinned_version into before from memberships where room_id = at_room and participant_id = by_person
  for no key update;
  if not found then return 'no-member'; end if;
  if (before is null) = (wanted is null) then return 'same'; end if;
  if before is null and rooms_max <= (
    select count(*) from memberships where participant_id = by_person and pinned_version is not null
  ) then return 'full'; end if;
  update memberships set pinned_version = case when wanted is not null then next_version end
  where room_id = at_room and participant_id = by_person;
  update participants set version = next_version where id = by_person;
  return 'changed';
end $$;

-- ROOM-12b, ROOM-12d
create or replace function mute_room(
  by_person bigint, at_room bigint, wanted bigint, rooms_max integer
) returns text language plpgsql as $$
declare
  next_version bigint;
  before bigint;
begin
  select version + 1 into next_version from participants where id = by_person for no key update;
  select muted_version into before from memberships where room_id = at_room and participant_id = by_person
  for no key update;
  if not found then return 'no-member'; end if;
  if (before is null) = (wanted is null) then return 'same'; end if;
  if before is null and rooms_max <= (
    select count(*) from memberships where participant_id = by_person and muted_version is not null
  ) then return 'full'; end if;
  update memberships set muted_version = case when wanted is not null then next_version end
  where room_id = at_room and participant_id = by_person;
  update participants set version = next_version where id = by_person;
  return 'changed';
end $$;

-- ROOM-12b, ROOM-12d: `wanted` is the first unread `seq`.
create or replace function mark_unread(
  by_person bigint, at_room bigint, wanted bigint, rooms_max integer
) returns text language plpgsql as $$
declare
  next_version bigint;
  before bigint;
begin
  select version + 1 into next_version from participants where id = by_person for no key update;
  select unread_from into before from memberships where room_id = at_room and participant_id = by_person
  for no key update;
  if not found then return 'no-member'; end if;
  if before is not distinct from wanted then return 'same'; end if;
  if before is null and rooms_max <= (
    select count(*) from memberships where participant_id = by_person and unread_from is not null
  ) then return 'full'; end if;
  update memberships set unread_from = wanted where room_id = at_room and participant_id = by_person;
  update participants set version = next_version where id = by_person;
  return 'changed';
end $$;
