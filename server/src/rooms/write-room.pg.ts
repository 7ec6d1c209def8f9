import { namedStaff } from "../participants/named-staff.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { readChange, type StoredChange } from "./log-rules.ts";
import { removeMember } from "./remove-member.ts";
import type { MemberAdded, MovedMarker, RoomStore } from "./store.ts";

/*
 * Functions stand in `members.sql`. Every statement here is one transaction. It locks the room's row first and the membership after
 * it, as all writers do, so that writers of one room wait for each other in one order; the room's row hands out the next `seq`
 * (MSG-5). What a statement reads beside the locked rows is as old as its start: `known` says whether anything moved while it waited.
 */

/**
 * LIVE-3: every statement that moves a room's `last_seq` sets the minute of its newest event too, by the database's clock as the
 * room tail reads it: a process that was halted is late with its own.
 */
const active = "active_minute = greatest(active_minute, room_minute(now()))";

const joinOfferStatement = namedStatement<StoredChange & { readonly room: number }>(
  "rooms-join-offer",
  `select room, entries, members_seq as "membersSeq" from join_offer($1, array(${namedStaff("$2::text[]")}), $3, $4)`,
);
const bringIn = namedStatement<StoredChange & Pick<MemberAdded, "outcome">>(
  "rooms-bring-in",
  `select outcome, entries, members_seq as "membersSeq" from bring_in($1, $2, $3, $4, $5)`,
);

// ROOM-7: the marker moves where that reads a message, a decision or that one was brought in, else nothing happened. A `seq` that was not there yet when the
// statement began is read as far as the log went then: which messages lie below it could not be seen.
const updateMarker = namedStatement<MovedMarker>(
  "rooms-move-marker",
  `with room as materialized (
     select id, last_seq, messages_total, members_seq, decided_seq from rooms where id = $1 for update
   ), known as materialized (
     select last_seq from rooms where id = $1
   ), member as materialized (
     select m.read_ordinal, case when m.brought_at is not null then m.joined_seq end as brought_seq
     from room join memberships m on m.room_id = room.id and m.participant_id = $2 for update of m
   ), target as materialized (
     select case when $3::bigint is null or $3 >= room.last_seq then room.last_seq else least($3, known.last_seq) end as seq
     from room, known
   ), reached as materialized (
     select target.seq, case when target.seq = room.last_seq then room.messages_total else coalesce((
       select ordinal from messages where room_id = $1 and seq <= target.seq order by seq desc limit 1), 0) end as ordinal
     from target, room
   ), moved as (
     update memberships m set read_seq = reached.seq, read_ordinal = reached.ordinal from reached, member, room
     where m.room_id = $1 and m.participant_id = $2 and (
       reached.ordinal > member.read_ordinal or exists (
         select from unnest(array[room.decided_seq, member.brought_seq]) seq where seq > m.read_seq and reached.seq >= seq))
     returning m.read_seq, m.read_ordinal, m.unread_from
   ), head as (
     update rooms set last_seq = last_seq + 1, ${active}
     where id = $1 and exists (select from moved) returning last_seq
   ), event as (
     insert into room_events (room_id, seq, kind, participant_id, read_seq, created_at)
     select $1, head.last_seq, 'read', $2, moved.read_seq, $4 from head, moved
   )
   select head.last_seq as seq, room.members_seq as "membersSeq", moved.read_seq as "readSeq",
     moved.read_ordinal >= room.messages_total as "isAtEnd", moved.unread_from is not null as "isMarked"
   from room, head, moved`,
);

/** Who belongs to rooms, and how far they have read. */
export const createRoomWriter = (
  pool: StatementPool,
): Pick<RoomStore, "joinOffer" | "addMember" | "removeMember" | "moveMarker"> => ({
  async joinOffer({ offerId, staff, participantId, now }) {
    const rows = await joinOfferStatement(pool, [offerId, staff, participantId, now]);
    return rows.flatMap((row) => readChange(row.room, row));
  },
  async addMember({ roomId, participantId, type, by, now }) {
    return toChanged(roomId, await bringIn(pool, [roomId, participantId, by, now, type]));
  },
  removeMember: (asked) =>
    inTransaction(
      pool,
      (client) => removeMember(client, asked),
      ({ outcome }) => outcome === "done",
    ),
  async moveMarker({ roomId, participantId, upto, now }) {
    const [moved] = await updateMarker(pool, [roomId, participantId, upto, now]);
    return moved ?? null;
  },
});

function toChanged<Outcome extends string>(
  roomId: number,
  [row]: readonly (StoredChange & { readonly outcome: Outcome })[],
) {
  if (row === undefined) throw new Error("a change without an outcome");
  return { outcome: row.outcome, entries: readChange(roomId, row) };
}
