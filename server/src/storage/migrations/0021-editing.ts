import { type Kysely, sql } from "kysely";

/**
 * The part of migration 0021 by which authors edit and delete their messages (MSG-7). Each change locks the room first, as every
 * writer does, and each statement after that sees what others committed before. Entries of the log carry no text.
 */
export async function createEditing(database: Kysely<unknown>): Promise<void> {
  await createFindOwnMessage(database);
  await createEditMessage(database);
  await createWaitingSince(database);
  await createDeleteMessage(database);
  await createActOn(database);
}

/** Locks the room for a member, and finds the message that its author is about to change; `outcome` says what stands in the way. */
async function createFindOwnMessage(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function find_own_message(
      at_room bigint, about_message bigint, by_participant bigint, out outcome text, out message messages
    ) language plpgsql as $$
    begin
      -- Before the lock for strangers, who may lock no room, and after it for who has left meanwhile.
      if exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        perform from rooms where id = at_room for no key update;
      end if;
      if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        outcome := 'not-member';
        return;
      end if;
      select * into message from messages m where m.id = about_message and m.room_id = at_room;
      outcome := case when not found then 'no-message' when message.author_id <> by_participant then 'not-author' else 'done' end;
    end $$`.execute(database);
}

/** Gives a message another text; `entry_seq` is null where it has that text already. */
async function createEditMessage(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function edit_message(
      at_room bigint, about_message bigint, by_participant bigint, with_body text, at_time timestamptz,
      out outcome text, out entry_seq bigint, out room_members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      own record;
    begin
      select * into own from find_own_message(at_room, about_message, by_participant);
      outcome := own.outcome;
      if outcome <> 'done' then return; end if;
      if (own.message).deleted_at is not null then
        outcome := 'deleted';
      elsif (own.message).file_id is null and with_body = '' then
        outcome := 'empty';
      end if;
      if outcome <> 'done' or (own.message).body = with_body then return; end if;
      update messages set body = with_body, edited_at = at_time where id = about_message;
      select * into entry_seq, room_members_seq from log_event(at_room, 'edit', by_participant, at_time, (own.message).seq);
      insert into message_edits (room_id, message_seq, seq, body, replaced_at)
      values (at_room, (own.message).seq, entry_seq, (own.message).body, at_time);
    end $$`.execute(database);
}

/** ROOM-3d: when the oldest undeleted message of a customer was written after the newest undeleted one of staff. */
async function createWaitingSince(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function waiting_since_of(at_room bigint) returns timestamptz language plpgsql stable
    set enable_seqscan = off as $$
    begin
      return (
        select created_at from messages where room_id = at_room and deleted_at is null and ordinal > coalesce((
          select m.ordinal from messages m join participants p on p.id = m.author_id
          where m.room_id = at_room and m.deleted_at is null and p.kind <> 'customer' order by m.ordinal desc limit 1
        ), 0) order by ordinal limit 1
      );
    end $$`.execute(database);
}

/**
 * Empties a message: its text, its earlier texts and its file are gone with the commit, and the sweep removes the file's objects.
 * Its place stays, with its author, its `client_id`, what it replies to and its actions. `entry_seq` is null where it was deleted before.
 */
async function createDeleteMessage(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_message(
      at_room bigint, about_message bigint, by_participant bigint, at_time timestamptz,
      out outcome text, out entry_seq bigint, out room_members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      own record;
    begin
      select * into own from find_own_message(at_room, about_message, by_participant);
      outcome := own.outcome;
      if outcome <> 'done' or (own.message).deleted_at is not null then return; end if;
      delete from message_edits where room_id = at_room and message_seq = (own.message).seq;
      update messages set body = '', file_id = null, edited_at = null, deleted_at = at_time where id = about_message;
      perform remove_file((own.message).file_id);
      update rooms set deleted_ordinal = greatest(deleted_ordinal, (own.message).ordinal), waiting_since = waiting_since_of(at_room)
      where id = at_room;
      select * into entry_seq, room_members_seq from log_event(at_room, 'delete', by_participant, at_time, (own.message).seq);
    end $$`.execute(database);
  // What no message has any more; its objects are due at once, and whoever reads them at this moment reads on.
  await sql`
    create function remove_file(file uuid) returns void language sql as $$
      with removed as (delete from files where id = file returning id, storage_id, preview_bytes)
      insert into object_removals (storage_id, name, due_at)
      select storage_id, id::text, now() from removed
      union all select storage_id, id || '.preview', now() from removed where preview_bytes is not null
      on conflict (storage_id, name) do update set due_at = excluded.due_at
    $$`.execute(database);
}

/**
 * ACT-2: `act_on_message` of migration 0018, which refuses what would give an action to a deleted message (`deleted`); what was given
 * can be taken back. Under the old name for a server of the release before, for which there is no such message; the next release
 * drops that.
 */
async function createActOn(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function act_on(
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
      select m.seq, m.deleted_at, p.kind into message from messages m join participants p on p.id = m.author_id
      where m.id = about_message and m.room_id = at_room;
      if message.kind is distinct from of_author then
        outcome := 'no-message';
        return;
      end if;
      outcome := 'done';
      if message.deleted_at is not null and wished is not false and not exists (
        select from actions where room_id = at_room and message_seq = message.seq and action_id = of_action
          and participant_id = by_participant and not is_deleted
      ) then
        outcome := 'deleted';
        return;
      end if;
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
  await sql`
    create or replace function act_on_message(
      at_room bigint, about_message bigint, of_author text, of_action smallint, by_participant bigint, wished boolean,
      may_take_from_others boolean, at_time timestamptz,
      out outcome text, out action jsonb, out entries jsonb, out members_seq bigint
    ) language sql as $$
      select case when outcome = 'deleted' then 'no-message' else outcome end, action, entries, members_seq
      from act_on(at_room, about_message, of_author, of_action, by_participant, wished, may_take_from_others, at_time)
    $$`.execute(database);
}
