-- ROOM-3: runs after the whole statement, since that may change memberships of the room itself.
create or replace function list_room() returns trigger language plpgsql as $$
begin
  update memberships set listed_at = listed_hour(greatest(new.updated_at, brought_at)) where room_id = new.id;
  return null;
end $$;

create or replace trigger list_room after update of updated_at
on rooms for each row when (listed_hour(new.updated_at) <> listed_hour(old.updated_at))
execute function list_room();

-- ROOM-3, SIL-1: fills in a new membership. A silenced author's numbering goes on, and authors whom the new member silences are
-- numbered above the marker. Locks the person: a silence that begins at the same moment sees this membership or is seen here,
-- because it locks the silenced person, commits, and numbers the rooms after that.
create or replace function list_membership() returns trigger language plpgsql as $$
begin
  select listed_hour(greatest(updated_at, new.brought_at)) into new.listed_at from rooms where id = new.room_id for share;
  -- A room that is not there is refused by the foreign key, under its name.
  new.listed_at := coalesce(new.listed_at, '-infinity');
  perform from participants where id = new.participant_id for share;
  if exists (select from silences where silenced_id = new.participant_id) then
    new.silenced_sent := 0;
  end if;
  new.silenced_sent := coalesce((
    select silenced_ordinal from messages
    where room_id = new.room_id and author_id = new.participant_id and silenced_ordinal is not null
    order by seq desc limit 1
  ), new.silenced_sent);
  perform number_silenced(new.room_id, silenced_id, new.read_seq) from silences
  where participant_id = new.participant_id;
  return new;
end $$;

create or replace trigger list_membership before insert
on memberships for each row
execute function list_membership();

-- ROOM-3d: the time of the oldest undeleted customer's message after the newest undeleted one of staff.
create or replace function waiting_since_of(at_room bigint) returns timestamptz language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (
    select created_at from messages where room_id = at_room and deleted_at is null and ordinal > coalesce((
      select m.ordinal from messages m join participants p on p.id = m.author_id
      where m.room_id = at_room and m.deleted_at is null and p.kind <> 'customer' order by m.ordinal desc limit 1
    ), 0) order by ordinal limit 1
  );
end $$;
