-- ROOM-12b, ROOM-12d: pins, mutes or marks a room as unread (`how`: pinned, muted, unread), or undoes that when `wanted` is null. A pin or
-- mute is numbered by the version of own settings that made it; a mark is the first unread `seq`.
create or replace function arrange_room(
  by_person bigint, at_room bigint, how text, wanted bigint, rooms_max integer
) returns text language plpgsql as $$
declare
  next_version bigint;
  before bigint;
  becomes bigint;
begin
  select version + 1 into next_version from participants where id = by_person for no key update;
  select case how when 'pinned' then pinned_version when 'muted' then muted_version else unread_from end into before
  from memberships where room_id = at_room and participant_id = by_person for no key update;
  if not found then return 'no-member'; end if;
  becomes := case when wanted is null or how = 'unread' then wanted else next_version end;
  if before is not distinct from becomes or how <> 'unread' and before is not null and becomes is not null then return 'same'; end if;
  if before is null and rooms_max <= (
    select count(case how when 'pinned' then pinned_version when 'muted' then muted_version else unread_from end)
    -- As the index `memberships_arranged` has them.
    from memberships where participant_id = by_person
      and (pinned_version is not null or muted_version is not null or unread_from is not null)
  ) then return 'full'; end if;
  update memberships set pinned_version = case how when 'pinned' then becomes else pinned_version end,
    muted_version = case how when 'muted' then becomes else muted_version end,
    unread_from = case how when 'unread' then becomes else unread_from end
  where room_id = at_room and participant_id = by_person;
  update participants set version = next_version where id = by_person;
  return 'changed';
end $$;
