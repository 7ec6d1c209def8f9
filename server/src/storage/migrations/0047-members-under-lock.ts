import { type Kysely, sql } from "kysely";

/**
 * ROOM-14g: who may bring in or put out, and who may come, is asked once the room is held. A server of the previous release asks before,
 * and calls these functions without their last argument.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function holds_permission(person bigint, permission text) returns boolean language sql stable as $$
      select exists (
        select from participants p join participant_roles given on given.participant_id = p.id join roles on roles.name = given.role
        where p.id = person and p.disabled_at is null and permission = any(roles.permissions))
    $$`.execute(database);
  await createBringIn(database);
  await createLeaveRoom(database);
  await createHandOver(database);
}

async function createBringIn(database: Kysely<unknown>): Promise<void> {
  await sql`drop function bring_in(bigint, bigint, bigint, timestamptz)`.execute(database);
  await sql`
    create function bring_in(
      at_room bigint, person bigint, brought_by bigint, at_time timestamptz, of_kind text default null,
      out outcome text, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      before_seq bigint;
      person_kind text;
    begin
      select r.last_seq into before_seq from rooms r where id = at_room for update;
      perform from participants where id in (person, brought_by) order by id for share;
      select kind into person_kind from participants where id = person and kind = coalesce(of_kind, kind);
      if not holds_permission(brought_by, 'rooms.invite')
        or not exists (select from memberships where room_id = at_room and participant_id = brought_by) then
        outcome := 'forbidden';
      elsif person_kind is null then
        outcome := 'not-found';
      elsif person_kind = 'customer' and not exists (
        select from rooms r join offers o on o.id = r.offer_id where r.id = at_room and o.customer_id = person) then
        outcome := 'stranger';
      elsif exists (select from memberships where room_id = at_room and participant_id = person) then
        outcome := 'done';
      elsif not holds_permission(person, 'rooms.view') then
        outcome := 'may-not-come';
      else
        outcome := 'done';
        perform join_rooms(array[at_room], array[person], at_time, brought_by);
        entries := entries_after(at_room, before_seq);
        select r.members_seq into members_seq from rooms r where id = at_room;
      end if;
    end $$`.execute(database);
}

/** That of migration 0042. */
async function createLeaveRoom(database: Kysely<unknown>): Promise<void> {
  await sql`drop function leave_room(bigint, bigint, timestamptz, bigint)`.execute(database);
  await sql`
    create function leave_room(
      at_room bigint, by_participant bigint, at_time timestamptz, put_out_by bigint default null, as_admin boolean default true,
      out outcome text, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      before_seq bigint;
      left_at bigint;
    begin
      select r.last_seq into before_seq from rooms r where id = at_room for update;
      perform from participants where id = put_out_by for share;
      if put_out_by is not null and not (holds_permission(put_out_by, 'rooms.invite') and (
        holds_permission(put_out_by, 'rooms.view-any')
        or exists (select from memberships where room_id = at_room and participant_id = put_out_by))) then
        outcome := 'forbidden';
        return;
      elsif not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        outcome := case when exists (
          select from room_events where room_id = at_room and participant_id = by_participant and kind = 'leave'
        ) then 'done' else 'not-found' end;
        return;
      elsif put_out_by is not null and (exists (
        select from rooms r join offers o on o.id = r.offer_id where r.id = at_room and o.customer_id = by_participant
      ) or not (as_admin and exists (select from participant_roles where participant_id = put_out_by and role = 'Admin') or exists (
        select from memberships m join room_events e on e.room_id = m.room_id and e.seq = m.joined_seq
        where m.room_id = at_room and m.participant_id = by_participant and (e.payload->>'from_id')::bigint = put_out_by))) then
        outcome := 'forbidden';
        return;
      end if;
      outcome := 'done';
      perform end_take_over(at_room, by_participant, 'left', at_time);
      delete from memberships where room_id = at_room and participant_id = by_participant returning read_seq into left_at;
      update rooms r set last_seq = r.last_seq + 1, members_seq = r.last_seq + 1,
        active_minute = greatest(r.active_minute, room_minute(now()))
      where id = at_room returning r.members_seq into members_seq;
      insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, payload, created_at)
      values (at_room, members_seq, 'leave', by_participant, left_at,
        (select count(*) from memberships where room_id = at_room),
        case when put_out_by is not null then jsonb_build_object('from_id', put_out_by) end, at_time);
      entries := entries_after(at_room, before_seq);
    end $$`.execute(database);
}

/** That of migration 0045, by which who may not bring people in hands over to nobody else. */
async function createHandOver(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function hand_over(
      at_room bigint, by_participant bigint, to_person bigint, with_note text, may_take_from_others boolean,
      at_time timestamptz, may_invite boolean default false,
      out outcome text, out action jsonb, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
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
        -- So already; a note that nobody would read is not taken.
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
    end $$`.execute(database);
}
