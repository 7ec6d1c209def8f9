import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { isMember, isRoomsCustomer, joinFirst, joinRoom, lockPeople, lockRoom } from "./locked-room.ts";
import { removeMember } from "./remove-member.ts";
import { type BringingIn, decideBringingIn } from "./rules.ts";
import type { MovedMarker, RoomStore } from "./store.ts";

/*
 * Every change locks the room, then people by id, then the membership, so that writers wait in one order. A statement sees
 * unlocked rows as of its start, so decisions need a second statement, or else `known`, the end of the log as of that start.
 */

/** LIVE-3: set together with every new `last_seq`, by the database's clock, since the time of a halted process is late. */
const active = "active_minute = greatest(active_minute, room_minute(now()))";

const insertRoom = namedStatement<{ id: number }>(
  "rooms-make",
  `insert into rooms (offer_id, customer_id, created_at, updated_at) select id, customer_id, $2, $2 from offers
   where id = $1 and not exists (select from rooms where offer_id = $1)
   on conflict (offer_id) do nothing returning id`,
);
const selectToJoin = {
  offer: namedStatement<{ customerId: number; roomId: number | null }>(
    "rooms-to-join-offer",
    `select customer_id as "customerId", (select id from rooms where offer_id = $1) as "roomId" from offers where id = $1`,
  ),
  request: namedStatement<{ customerId: number; roomId: number }>(
    "rooms-to-join-request",
    `select customer_id as "customerId", id as "roomId" from rooms where request_id = $1`,
  ),
};
const selectBringingIn = namedStatement<BringingIn>(
  "rooms-bring-in",
  `select json_build_object('mayInvite', holds_permission($3, 'rooms.invite'), 'isMember', ${isMember("$3")}) as by, (
     select json_build_object('isCustomer', kind = 'customer', 'isRoomsCustomer', ${isRoomsCustomer}, 'isMember', ${isMember("$2")},
       'mayView', holds_permission($2, 'rooms.view')) from participants where id = $2 and kind = $4) as person`,
);
// ROOM-7: a `seq` newer than the statement's start means the end of the log at that time, since messages below it were not visible yet.
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

export const createRoomWriter = (
  pool: StatementPool,
): Pick<RoomStore, "findToJoin" | "join" | "addMember" | "removeMember" | "moveMarker"> => ({
  findToJoin: async (ref) => (await selectToJoin[ref.by](pool, [ref.id]))[0] ?? null,
  join: ({ ref, staff, participantId, now }) =>
    inTransaction(pool, async (client) => {
      const [made] = ref.by === "offer" ? await insertRoom(client, [ref.id, now]) : [];
      const [found] = await selectToJoin[ref.by](client, [ref.id]);
      const roomId = found?.roomId ?? null;
      const readEntries = roomId === null ? null : await lockRoom(client, roomId);
      if (readEntries === null) throw new Error("no room to join");
      if (made !== undefined) await joinFirst(client, [roomId, staff, now]);
      await joinRoom(client, [roomId, participantId, now, null]);
      return await readEntries();
    }),
  addMember: ({ roomId, participantId, type, by, now }) =>
    inTransaction(pool, async (client) => {
      const readEntries = await lockRoom(client, roomId);
      await lockPeople(client, [[participantId, by]]);
      const [found] = await selectBringingIn(client, [roomId, participantId, by, type]);
      const outcome = found === undefined || readEntries === null ? "not-found" : decideBringingIn(found);
      if (outcome !== "done" || readEntries === null) return { outcome, entries: [] };
      await joinRoom(client, [roomId, participantId, now, by]);
      return { outcome, entries: await readEntries() };
    }),
  removeMember: (change) => inTransaction(pool, (client) => removeMember(client, change)),
  async moveMarker({ roomId, participantId, upto, now }) {
    const [moved] = await updateMarker(pool, [roomId, participantId, upto, now]);
    return moved ?? null;
  },
});
