import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { ChangedRoom, MovedMarker } from "./store.ts";

interface HeadRow {
  id: number;
  offer_id: number;
  epoch: string;
  last_seq: number;
}

const members = "(select array_agg(participant_id) from memberships where room_id = $1) as member_ids";

const insertRoom = namedStatement<{ id: number }>(
  "rooms-add",
  `insert into rooms (offer_id, created_at, updated_at) values ($1, $2, $2) on conflict (offer_id) do nothing
   returning id`,
);
const selectRoomId = namedStatement<{ id: number }>("rooms-id", "select id from rooms where offer_id = $1");

const selectMembers = namedStatement<{ member_ids: number[] | null }>("rooms-member-ids", `select ${members}`);

// The row lock of the room makes the seq of the join the next one in commit order (MSG-5).
const insertMember = namedStatement<HeadRow>(
  "rooms-add-member",
  `with added as (
     insert into memberships (room_id, participant_id, joined_at) values ($1, $2, $3)
     on conflict do nothing returning participant_id
   ), head as (
     update rooms set last_seq = last_seq + 1, members_seq = last_seq + 1
     where id = $1 and exists (select 1 from added) returning id, offer_id, epoch, last_seq
   ), event as (
     insert into room_events (room_id, seq, kind, participant_id, created_at)
     select id, last_seq, 'join', $2, $3 from head
   )
   select * from head`,
);

// ROOM-7: the marker only moves forward; the row itself decides, also when two devices move it at once.
const updateMarker = namedStatement<
  HeadRow & { messages_total: number; read_seq: number; read_ordinal: number; member_ids: number[] | null }
>(
  "rooms-move-marker",
  `with target as (
     select id, offer_id, epoch, last_seq, messages_total, least(coalesce($3::bigint, last_seq), last_seq) as seq,
       case when $3 is null or $3 >= last_seq then messages_total else coalesce((
         select ordinal from messages where room_id = $1 and seq <= $3 order by seq desc limit 1), 0) end as ordinal
     from rooms where id = $1
   ), moved as (
     update memberships m set read_seq = target.seq, read_ordinal = greatest(m.read_ordinal, target.ordinal)
     from target where m.room_id = $1 and m.participant_id = $2 and m.read_seq < target.seq
     returning m.read_seq, m.read_ordinal
   )
   select target.*, moved.*, ${members} from target, moved`,
);

/** The id of an offer's room, made on first use (ROOM-5). */
export async function ensureRoom(pool: StatementPool, offerId: number, now: string): Promise<number> {
  const [found] = await selectRoomId(pool, [offerId]);
  const [room] = found ? [found] : await insertRoom(pool, [offerId, now]);
  // Where another call made it in between, it is there now.
  return room?.id ?? (await ensureRoom(pool, offerId, now));
}

/** Who belongs to a room. */
export async function selectMemberIds(pool: StatementPool, roomId: number): Promise<readonly number[]> {
  const [row] = await selectMembers(pool, [roomId]);
  return row?.member_ids ?? [];
}

/** Adds a member with the event of it; null for somebody who is one already. */
export async function addMember(
  pool: StatementPool,
  roomId: number,
  participantId: number,
  now: string,
): Promise<ChangedRoom | null> {
  const [row] = await insertMember(pool, [roomId, participantId, now]);
  return row ? { head: toHead(row), memberIds: await selectMemberIds(pool, roomId) } : null;
}

/** Moves a read marker forward; null where it was there already. */
export async function moveMarker(
  pool: StatementPool,
  roomId: number,
  participantId: number,
  upto: number | null,
): Promise<MovedMarker> {
  const [row] = await updateMarker(pool, [roomId, participantId, upto]);
  if (!row) return null;
  return {
    head: toHead(row),
    memberIds: row.member_ids ?? [],
    marker: { readSeq: row.read_seq, readOrdinal: row.read_ordinal },
    messagesTotal: row.messages_total,
  };
}

const toHead = (row: HeadRow): ChangedRoom["head"] => ({
  id: row.id,
  offerId: row.offer_id,
  epoch: row.epoch,
  lastSeq: row.last_seq,
});
