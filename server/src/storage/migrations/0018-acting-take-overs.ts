import { type Kysely, sql } from "kysely";

/** The part of migration 0018 by which rooms are taken over, handed over and left. */
export async function createTakeOvers(database: Kysely<unknown>): Promise<void> {
  await createSetTakeOver(database);
  await createHandOver(database);
  await createLeaveRoom(database);
  await createEndOneTakeOver(database);
}

/**
 * Takes a room over by a message, releases it, or moves what the caller holds to a newer message. The person is held until the
 * commit: one who is disabled meanwhile is either seen here, or holds the room when `end_one_take_over` looks for it.
 */
async function createSetTakeOver(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_take_over(
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
    end $$`.execute(database);
}

/** Gives the room that the caller holds, or another where the caller may take from others, to a colleague (ACT-2). */
async function createHandOver(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function hand_over(
      at_room bigint, by_participant bigint, to_person bigint, with_note text, may_take_from_others boolean,
      at_time timestamptz, out outcome text, out action jsonb, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      before_seq bigint;
      held actions;
      given bigint;
    begin
      select r.last_seq, r.members_seq into before_seq, members_seq from rooms r where id = at_room for no key update;
      if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        outcome := 'not-member';
        return;
      end if;
      select * into held from actions where room_id = at_room and action_id = 1 and not is_deleted;
      if not found then
        outcome := 'nobody-holds';
        return;
      elsif held.participant_id <> by_participant and not may_take_from_others then
        outcome := 'held-by-another';
        action := action_json(held.id);
        return;
      end if;
      perform from participants p where p.id = to_person and p.kind <> 'customer' and p.disabled_at is null
        and exists (select from participant_roles given join roles on roles.name = given.role
          where given.participant_id = p.id and 'messages.take-over' = any(roles.permissions))
        and exists (select from memberships where room_id = at_room and participant_id = p.id)
      for share of p;
      if not found or to_person = held.participant_id then
        outcome := 'not-a-colleague';
        return;
      end if;
      outcome := 'done';
      perform change_action(at_room, held.message_seq, 1::smallint, held.participant_id, false, by_participant, at_time);
      given := change_action(at_room, held.message_seq, 1::smallint, to_person, true, by_participant, at_time,
        by_participant, with_note);
      perform change_holder(at_room, to_person, held.participant_id, by_participant, 'handed', at_time);
      -- What a function reads is as old as the statement that calls it, so this is one of its own.
      action := action_json(given);
      entries := entries_after(at_room, before_seq);
    end $$`.execute(database);
}

/** ROOM-6: takes a member away; what they hold of the room ends before (ACT-2). `entries` is null for somebody who is no member. */
async function createLeaveRoom(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function leave_room(
      at_room bigint, by_participant bigint, at_time timestamptz, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      before_seq bigint;
      left_at bigint;
    begin
      select r.last_seq into before_seq from rooms r where id = at_room for update;
      if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        return;
      end if;
      perform end_take_over(at_room, by_participant, 'left', at_time);
      delete from memberships where room_id = at_room and participant_id = by_participant returning read_seq into left_at;
      update rooms r set last_seq = r.last_seq + 1, members_seq = r.last_seq + 1,
        active_minute = greatest(r.active_minute, room_minute(now()))
      where id = at_room returning r.members_seq into members_seq;
      insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, created_at)
      values (at_room, members_seq, 'leave', by_participant, left_at,
        (select count(*) from memberships where room_id = at_room), at_time);
      entries := entries_after(at_room, before_seq);
    end $$`.execute(database);
}

/** Ends one take-over of a person who was disabled; false where they hold none. A room at a time, so that no other waits for it. */
async function createEndOneTakeOver(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_one_take_over(of_person bigint) returns boolean language plpgsql as $$
    declare
      at_room bigint;
    begin
      select id into at_room from rooms where holder_id = of_person order by id limit 1;
      if not found then return false; end if;
      perform from rooms where id = at_room for no key update;
      perform end_take_over(at_room, of_person, 'disabled', now());
      return true;
    end $$`.execute(database);
}
