import { type Kysely, sql } from "kysely";

/**
 * ROOM-3: the list of a person's rooms by newest activity, without looking at all of their rooms. A membership carries the
 * hour of its room's newest activity (`listed_at`), so an index gives a person's rooms in order of hours, and only the hours
 * of a page have their rooms looked up. A room in use changes its memberships once an hour, not with each message. Triggers
 * keep it, since every writer that moves `rooms.updated_at` or adds a member must, and none can forget it so.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function listed_hour(moment timestamptz) returns timestamptz language sql immutable strict parallel safe
      return date_bin('1 hour', moment, timestamptz '2000-01-01 00:00:00+00')`.execute(database);
  await sql`alter table memberships add column listed_at timestamptz(3)`.execute(database);
  await sql`
    update memberships m set listed_at = listed_hour(r.updated_at) from rooms r where r.id = m.room_id`.execute(
    database,
  );
  await sql`alter table memberships alter column listed_at set not null`.execute(database);
  await sql`drop index memberships_participant_id`.execute(database);
  await sql`
    create index memberships_listed_at on memberships (participant_id, listed_at desc, room_id)`.execute(database);
  await keepOnJoin(database);
  await keepOnActivity(database);
}

/** The room is held until the commit, as its writers hold it, so that it does not move to another hour in between. */
async function keepOnJoin(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_membership() returns trigger language plpgsql as $$
    begin
      select listed_hour(updated_at) into new.listed_at from rooms where id = new.room_id for share;
      -- A room that is not there is refused by the foreign key, under its name.
      new.listed_at := coalesce(new.listed_at, '-infinity');
      return new;
    end $$`.execute(database);
  await sql`
    create trigger list_membership before insert on memberships
      for each row execute function list_membership()`.execute(database);
}

/** After the whole statement, since that may itself change memberships of the room. */
async function keepOnActivity(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function list_room() returns trigger language plpgsql as $$
    begin
      update memberships set listed_at = listed_hour(new.updated_at) where room_id = new.id;
      return null;
    end $$`.execute(database);
  await sql`
    create trigger list_room after update of updated_at on rooms for each row
      when (listed_hour(new.updated_at) <> listed_hour(old.updated_at)) execute function list_room()`.execute(database);
}
