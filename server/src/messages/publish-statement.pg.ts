import { namedStatement, wireTime } from "../storage/named-statement.ts";

/** What became of one send of a batch; a row for each, in the order of the batch. */
export type PublishRow = {
  is_member: boolean;
  /** Null where nothing was stored. */
  id: number | null;
  seq: number;
  members_seq: number;
} & (FirstRow | { first_id: null });

/** A message that was there before with the same `client_id`, which may lie in another room. */
interface FirstRow {
  first_id: number;
  first_room_id: number;
  first_seq: number;
  first_body: string;
  first_timestamp: string;
}

/**
 * MSG-2, MSG-5 for many sends in one statement, which is one transaction: $1 to $4 are the sends in order of arrival (room,
 * author, text, client_id), $5 is the time. The rooms are locked first, in order of their ids, then the authors' memberships, so
 * that neither two batches nor a batch and somebody who leaves wait for each other in a circle; a room's lock hands out its next
 * numbers in commit order. Only the first send of a `client_id` is stored, and none whose message is there already.
 * Each row is looked up by itself (`lateral`): a join would be planned while the tables are small and read them whole when they
 * are not. It runs where a simpler statement has stored nothing.
 */
export const publishStatement = namedStatement<PublishRow>(
  "messages-publish",
  // Inside sub-selects the length of the arrays is unknown, so that one plan serves batches of every size.
  `with sends as materialized (
     select * from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::uuid[]))
       with ordinality as send (room_id, author_id, body, client_id, place)
   ), locked as materialized (
     select room.* from (select distinct room_id from sends order by room_id) sent
     cross join lateral (
       select id, last_seq, messages_total, members_seq from rooms where id = sent.room_id for no key update
     ) room
   ), member as materialized (
     select membership.* from (select distinct room_id, author_id from sends order by room_id, author_id) sent
     cross join lateral (
       select room_id, participant_id from memberships
       where room_id = sent.room_id and participant_id = sent.author_id for no key update
     ) membership
     where (select count(*) from locked) >= 0
   ), first as materialized (
     select sends.place, m.* from sends cross join lateral (
       select id, room_id, seq, body, created_at from messages
       where author_id = sends.author_id and client_id = sends.client_id limit 1
     ) m
   ), fresh as materialized (
     select place, room_id, author_id, body, client_id,
       last_seq + row_number() over room as seq, messages_total + row_number() over room as ordinal
     from (
       select sends.*, last_seq, messages_total,
         row_number() over (partition by author_id, client_id order by place) as turn
       from sends join locked on locked.id = sends.room_id
         join member on member.room_id = sends.room_id and participant_id = author_id
       where not exists (select 1 from first where first.place = sends.place)
     ) permitted where turn = 1 or client_id is null window room as (partition by room_id order by place)
   ), head as (
     update rooms set last_seq = newest.seq, messages_total = newest.ordinal,
       updated_at = greatest(updated_at, $5::timestamptz),
       active_minute = greatest(active_minute, room_minute($5::timestamptz))
     from (select room_id, max(seq) as seq, max(ordinal) as ordinal from fresh group by room_id) newest
     where id = room_id
   ), message as (
     insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at)
     select room_id, seq, ordinal, author_id, body, client_id, $5 from fresh order by room_id, seq
     returning id, room_id, seq
   ), marker as (
     update memberships set read_seq = newest.seq, read_ordinal = newest.ordinal
     from (
       select room_id, author_id, max(seq) as seq, max(ordinal) as ordinal from fresh group by room_id, author_id
     ) newest
     where memberships.room_id = newest.room_id and participant_id = newest.author_id
   )
   select member.room_id is not null as is_member, message.id, fresh.seq, members_seq,
     first.id as first_id, first.room_id as first_room_id, first.seq as first_seq, first.body as first_body,
     ${wireTime("first.created_at")} as first_timestamp
   from sends
     left join locked on locked.id = sends.room_id
     left join member on member.room_id = sends.room_id and participant_id = sends.author_id
     left join first on first.place = sends.place
     left join fresh on fresh.place = sends.place
     left join message on message.room_id = sends.room_id and message.seq = fresh.seq
   order by sends.place`,
);

/** What `publish_fresh` and `publish_one` answer, as a row of the statement for many. */
const storedRow = `true as is_member, message_id as id, message_seq as seq, room_members_seq as members_seq,
     null::bigint as first_id`;

/**
 * Many sends at once, all stored or none: $1 to $5 are the sends by room in ascending order (room, author, text, client_id, its
 * number among those of its room), $6 and $7 the rooms and how many sends each has, $8 the time. A row for each send, in their
 * order; no row where one of them cannot be stored, and the statement that tells each one's fate finds out which and why.
 */
export const publishFreshStatement = namedStatement<PublishRow>(
  "messages-publish-fresh",
  `select ${storedRow}
   from publish_fresh($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/**
 * One send ($1 room, $2 author, $3 text, $4 client_id, $5 time): most are alone, and this takes half of the
 * time that the statement for many does. No row where nothing was stored; the statement for many then tells why.
 */
export const publishOneStatement = namedStatement<PublishRow>(
  "messages-publish-one",
  `select ${storedRow}
   from publish_one($1, $2, $3, $4, $5) where message_id is not null`,
);
