import { type Kysely, sql } from "kysely";
import { createTakeOvers } from "./0018-acting-take-overs.ts";

/**
 * Writes actions and who holds a room (ACT-1, ACT-2). What one act changes is one transaction: it locks the room first, as every
 * writer does, and each statement after that sees what others committed before. Entries carry ids alone; names are read with them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createAnswers(database);
  await createChangeAction(database);
  await createChangeHolder(database);
  await createSetLike(database);
  await createTakeOvers(database);
  await createActOnMessage(database);
}

/** What functions answer as JSON: a person, an action, and the entries that an act added to a room's log. */
async function createAnswers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function person_json(person bigint) returns jsonb language sql stable as $$
      select jsonb_build_object('id', id, 'name', name, 'type', kind) from participants where id = person
    $$`.execute(database);
  await sql`
    create function action_json(action bigint) returns jsonb language sql stable as $$
      select jsonb_build_object('id', a.id, 'action_id', a.action_id, 'deleted', a.is_deleted, 'message_id', m.id,
        'message_seq', m.seq, 'author_type', author.kind, 'person', person_json(a.participant_id), 'seq', a.seq,
        'created_at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from actions a join messages m on m.room_id = a.room_id and m.seq = a.message_seq
        join participants author on author.id = m.author_id
      where a.id = action
    $$`.execute(database);
  await sql`
    create function entries_after(at_room bigint, above_seq bigint) returns jsonb language sql stable as $$
      select coalesce(jsonb_agg(jsonb_build_object('seq', seq, 'kind', kind, 'readSeq', read_seq, 'membersTotal', members_total,
        'timestamp', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'payload', payload,
        'person', person_json(participant_id), 'whose', person_json((payload->>'person_id')::bigint),
        'from', person_json((payload->>'from_id')::bigint)) order by seq), '[]')
      from room_events where room_id = at_room and seq > above_seq
    $$`.execute(database);
}

/** Gives or removes an action, with the entry of it. The room is locked, and what is asked for is a change. */
async function createChangeAction(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function change_action(
      at_room bigint, about_seq bigint, of_action smallint, of_person bigint, is_given boolean, by_participant bigint,
      at_time timestamptz, with_hander bigint default null, with_note text default null
    ) returns bigint language plpgsql as $$
    declare
      changed bigint;
    begin
      insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at, handed_by, note)
      values (at_room, about_seq, of_action, of_person, (select last_seq + 1 from rooms where id = at_room), not is_given,
        at_time, with_hander, with_note)
      on conflict (room_id, message_seq, participant_id, action_id) do update set seq = excluded.seq,
        is_deleted = excluded.is_deleted, created_at = excluded.created_at, handed_by = excluded.handed_by, note = excluded.note
      returning id into changed;
      perform log_event(at_room, 'action', by_participant, at_time, about_seq, jsonb_build_object(
        'action', action_json(changed) - array['person', 'seq', 'created_at'], 'person_id', of_person));
      if of_action = 2 then
        update messages set likes_total = likes_total + case when is_given then 1 else -1 end
        where room_id = at_room and seq = about_seq;
      end if;
      return changed;
    end $$`.execute(database);
  // An action that somebody wishes removed and never gave: a row without an event, so that it has an id.
  await sql`
    create function action_never_given(
      at_room bigint, about_seq bigint, of_action smallint, of_person bigint, at_time timestamptz
    ) returns bigint language sql as $$
      insert into actions (room_id, message_seq, action_id, participant_id, seq, is_deleted, created_at)
      values (at_room, about_seq, of_action, of_person, 0, true, at_time) returning id
    $$`.execute(database);
}

/** Gives the room to another holder, or to nobody, with the quiet line of it (MSG-9). The actions are changed already. */
async function createChangeHolder(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function change_holder(
      at_room bigint, to_person bigint, from_person bigint, by_participant bigint, in_manner text, at_time timestamptz
    ) returns void language plpgsql as $$
    begin
      update rooms set holder_id = to_person where id = at_room;
      perform log_event(at_room, 'take-over', by_participant, at_time, null, jsonb_build_object(
        'how', in_manner, 'person_id', to_person, 'from_id', from_person,
        'members_total', (select count(*) from memberships where room_id = at_room)));
    end $$`.execute(database);
  // Ends what the person holds of the room, if they do; only a person's own doing or leaving ends it so.
  await sql`
    create function end_take_over(at_room bigint, of_person bigint, in_manner text, at_time timestamptz) returns void
    language plpgsql as $$
    declare
      held actions;
    begin
      select * into held from actions
      where room_id = at_room and action_id = 1 and not is_deleted and participant_id = of_person;
      if not found then return; end if;
      perform change_action(at_room, held.message_seq, 1::smallint, of_person, false, of_person, at_time);
      perform change_holder(at_room, null, of_person, of_person, in_manner, at_time);
    end $$`.execute(database);
}

/** Likes a message or takes the like back, as is wished, or else the other way than now. */
async function createSetLike(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_like(
      at_room bigint, about_seq bigint, by_participant bigint, wished boolean, at_time timestamptz
    ) returns bigint language plpgsql as $$
    declare
      own actions;
      is_given boolean;
    begin
      select * into own from actions
      where room_id = at_room and message_seq = about_seq and action_id = 2 and participant_id = by_participant;
      is_given := found and not own.is_deleted;
      if coalesce(wished, not is_given) <> is_given then
        return change_action(at_room, about_seq, 2::smallint, by_participant, not is_given, by_participant, at_time);
      end if;
      return coalesce(own.id, action_never_given(at_room, about_seq, 2::smallint, by_participant, at_time));
    end $$`.execute(database);
}

/** One act on a message (ACT-1): what came of it, the action as it is then, and the entries that it added, in their order. */
async function createActOnMessage(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function act_on_message(
      at_room bigint, about_message bigint, of_author text, of_action smallint, by_participant bigint, wished boolean,
      may_take_from_others boolean, at_time timestamptz,
      out outcome text, out action jsonb, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      before_seq bigint;
      message record;
      changed bigint;
    begin
      -- Before the lock for strangers, who may lock no room, and after it for who has left meanwhile.
      if exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        select r.last_seq, r.members_seq into before_seq, members_seq from rooms r where id = at_room for no key update;
      end if;
      if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        outcome := 'not-member';
        return;
      end if;
      select m.seq, p.kind into message from messages m join participants p on p.id = m.author_id
      where m.id = about_message and m.room_id = at_room;
      if message.kind is distinct from of_author then
        outcome := 'no-message';
        return;
      end if;
      outcome := 'done';
      if of_action = 2 then
        changed := set_like(at_room, message.seq, by_participant, wished, at_time);
      elsif message.kind <> 'customer' then
        outcome := 'no-customers-message';
        return;
      else
        select t.outcome, t.action into outcome, changed
        from set_take_over(at_room, message.seq, by_participant, wished, may_take_from_others, at_time) t;
      end if;
      action := action_json(changed);
      entries := entries_after(at_room, before_seq);
    end $$`.execute(database);
}
