-- ROOM-3: runs after the whole statement, since that may change memberships of the room itself.
create or replace function list_room() returns trigger language plpgsql as $$
begin
  update memberships set listed_at = listed_hour(greatest(new.updated_at, brought_at)) where room_id = new.id;
  return null;
end $$;

create or replace trigger list_room after update of updated_at
on rooms for each row when (listed_hour(new.updated_at) <> listed_hour(old.updated_at))
execute function list_room();

-- ROOM-3d: the time of the oldest undeleted customer's message after the newest undeleted one of staff.
create or replace function waiting_since_of(at_room bigint) returns timestamptz language sql stable as $$
  select created_at from messages where room_id = at_room and deleted_at is null and ordinal > coalesce((
    select m.ordinal from messages m join participants p on p.id = m.author_id
    where m.room_id = at_room and m.deleted_at is null and p.kind <> 'customer' order by m.ordinal desc limit 1
  ), 0) order by ordinal limit 1
$$;
