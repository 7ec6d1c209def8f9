import { type Kysely, sql } from "kysely";

/**
 * ROOM-7: what lies above a read marker and does not count, found without walking the messages in between (decision 0021). The
 * messages of an author whom somebody silences are numbered in each room (`silenced_ordinal`), from the oldest that a silencer has
 * not read; how many lie above a marker is the difference of two of these numbers. A room knows the newest of its messages that was
 * deleted. Nobody is silenced and nothing deleted before, so the rows that are there need nothing.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table silences (
      participant_id bigint not null references participants,
      silenced_id bigint not null references participants,
      primary key (participant_id, silenced_id)
    )`.execute(database);
  await sql`create index silences_silenced_id on silences (silenced_id)`.execute(database);
  await sql`alter table memberships add column silenced_sent bigint`.execute(database);
  await sql`alter table rooms add column deleted_ordinal bigint not null default 0`.execute(database);
  await sql`
    alter table messages add column silenced_ordinal bigint, add column deleted_at timestamptz(3)`.execute(database);
  await sql`
    create index messages_silenced on messages (room_id, author_id, seq) include (silenced_ordinal)
      where silenced_ordinal is not null`.execute(database);
  await sql`
    create index messages_deleted on messages (room_id, ordinal) include (author_id)
      where deleted_at is not null`.execute(database);
  await numberSilenced(database);
  await numberOnJoin(database);
  await storeNumbered(database);
}

/**
 * Numbers an author's messages above a `seq` of a room, and those to come. The numbers run without gaps up to the newest message;
 * what is found further down later goes on below the lowest, and below zero. Called with an old marker it numbers a few more.
 */
async function numberSilenced(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function number_silenced(at_room bigint, by_author bigint, above_seq bigint) returns void
    language plpgsql as $$
    declare
      lowest record;
    begin
      perform from rooms where id = at_room for no key update;
      update memberships set silenced_sent = 0
      where room_id = at_room and participant_id = by_author and silenced_sent is null;
      select seq, silenced_ordinal into lowest from messages
      where room_id = at_room and author_id = by_author and silenced_ordinal is not null order by seq limit 1;
      update messages m set silenced_ordinal = coalesce(lowest.silenced_ordinal, 1) - unnumbered.place
      from (
        select id, row_number() over (order by seq desc) as place from messages
        where room_id = at_room and author_id = by_author and seq > above_seq
          and (lowest.seq is null or seq < lowest.seq)
      ) unnumbered
      where m.id = unnumbered.id;
    end $$`.execute(database);
}

/**
 * Whoever joins and is silenced goes on with their numbers, and whoever joins and silences somebody finds their messages numbered
 * above the marker. The person is held, so that a silence that begins at the same moment either sees this membership or is seen
 * here: it locks the person who is silenced, commits, and numbers the rooms then.
 */
async function numberOnJoin(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function list_membership() returns trigger language plpgsql as $$
    begin
      select listed_hour(updated_at) into new.listed_at from rooms where id = new.room_id for share;
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
    end $$`.execute(database);
}

/**
 * The one place where messages are stored, all of them or none: no row comes back where an author is no member or a `client_id`
 * is there already. Raises `serialization_failure` where an author left while this waited for a room's lock, and the unique
 * key's error where the same `client_id` was stored elsewhere meanwhile. Messages of authors whose membership counts them are
 * numbered; null plus one is null.
 *
 * The sends come by room in ascending order, so that rooms are locked in that order (memberships after them); `turns` number the
 * sends of each room from 1, `at_rooms` and `counts` say how many each room has. A row comes back for each send, in their order.
 * For a send that is alone the three parts are statements of their own, which takes a quarter less (PERF-5, decision 0020).
 * `active_minute` is by the database's clock, as the room tail reads it: `at_time` is old where the process was halted (LIVE-3).
 *
 * `publish_one` and `publish_fresh` stay for servers of the release before, which may run beside this one. The next release
 * drops them.
 */
async function storeNumbered(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function store_messages(
      send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], turns integer[],
      at_rooms bigint[], counts integer[], at_time timestamptz,
      out message_id bigint, out message_seq bigint, out room_members_seq bigint
    ) returns setof record language plpgsql
    -- A plan that was made while the tables were small is kept; it must not read them whole when they are not.
    set enable_seqscan = off as $$
    declare
      at_room bigint := send_rooms[1];
      by_author bigint := authors[1];
      message_ordinal bigint;
      message_silenced bigint;
      stored bigint;
    begin
      if cardinality(send_rooms) = 1 then
        ${storeOne}
        return;
      end if;
      ${storeMany}
    end $$`.execute(database);
}

const storeOne = sql`update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1,
    updated_at = greatest(updated_at, at_time), active_minute = greatest(active_minute, room_minute(now()))
  where id = at_room
    and exists (select from memberships where room_id = at_room and participant_id = by_author)
    and not exists (select from messages where author_id = by_author and client_id = client_ids[1])
  returning last_seq, messages_total, members_seq into message_seq, message_ordinal, room_members_seq;
  if not found then return; end if;
  update memberships set read_seq = message_seq, read_ordinal = message_ordinal, silenced_sent = silenced_sent + 1
  where room_id = at_room and participant_id = by_author
  returning silenced_sent into message_silenced;
  if not found then
    raise serialization_failure using message = 'the author left the room';
  end if;
  insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at, silenced_ordinal)
  values (
    at_room, message_seq, message_ordinal, by_author, bodies[1], client_ids[1], at_time, message_silenced
  ) returning id into message_id;
  return next;`;

const storeMany = sql`perform from unnest(send_rooms, authors, client_ids) as send (room_id, author_id, client_id)
    left join lateral (
      select true as is_there from memberships
      where room_id = send.room_id and participant_id = send.author_id limit 1
    ) member on true
    left join lateral (
      select true as is_there from messages
      where author_id = send.author_id and client_id = send.client_id limit 1
    ) first on true
  where member.is_there is null or first.is_there limit 1;
  if found then return; end if;
  return query
    with head as materialized (
      update rooms set last_seq = last_seq + sent.sends, messages_total = messages_total + sent.sends,
        updated_at = greatest(updated_at, at_time), active_minute = greatest(active_minute, room_minute(now()))
      from unnest(at_rooms, counts) as sent (room_id, sends)
      where id = sent.room_id
      returning id, last_seq - sent.sends as before_seq, messages_total - sent.sends as before_ordinal, members_seq
    ), sends as materialized (
      select head.id as room_id, send.author_id, send.body, send.client_id,
        before_seq + send.turn as seq, before_ordinal + send.turn as ordinal
      from unnest(send_rooms, authors, bodies, client_ids, turns) as send (room_id, author_id, body, client_id, turn)
        join head on head.id = send.room_id
    ), marker as (
      update memberships set read_seq = newest.seq, read_ordinal = newest.ordinal,
        silenced_sent = silenced_sent + newest.sends
      from (
        select sends.room_id, sends.author_id, max(sends.seq) as seq, max(sends.ordinal) as ordinal, count(*) as sends
        from sends group by sends.room_id, sends.author_id
      ) newest
      where memberships.room_id = newest.room_id and participant_id = newest.author_id
      returning memberships.room_id, participant_id as author_id, silenced_sent - newest.sends as before_silenced
    ), message as (
      insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at, silenced_ordinal)
      select sends.room_id, sends.seq, sends.ordinal, sends.author_id, sends.body, sends.client_id, at_time,
        case when before_silenced is not null then before_silenced + (
          select count(*) from sends earlier
          where earlier.room_id = sends.room_id and earlier.author_id = sends.author_id and earlier.seq <= sends.seq
        ) end
      from sends join marker on marker.room_id = sends.room_id and marker.author_id = sends.author_id
      order by sends.room_id, sends.seq
      returning id, room_id, seq
    )
    select message.id, message.seq, head.members_seq from message join head on head.id = message.room_id
    order by message.room_id, message.seq;
  get diagnostics stored = row_count;
  if stored < cardinality(send_rooms) then
    raise serialization_failure using message = 'an author left a room';
  end if;`;
