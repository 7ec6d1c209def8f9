-- ROOM-3: this is an AFTER trigger, since the statement itself may change memberships of the room.
create or replace function list_room() returns trigger language plpgsql as $$
begin
  update memberships set listed_at = listed_hour(greatest(new.updated_at, brought_at)) where room_id = new.id;
  return null;
end $$;

create or replace trigger list_room after update of updated_at
on rooms for each row when (listed_hour(new.updated_at) <> listed_hour(old.updated_at))
execute function list_room();
