import type { RoomCounts, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { isActiveSince } from "./active-rooms.pg.ts";
import type { ChangedFlags, FlagsRead, RoomFlagStore } from "./store.ts";
import { uncountedFor } from "./uncounted.ts";

/** ROOM-3: SQL for the order of a list: pinned rooms first (ORDER-1); with `waiting`, rooms where nobody waits come last. */
export const orderBy = (sort: string, pinned: string, waits: string, moved: string): string =>
  `${pinned}, case when ${sort} = 'waiting' then ${waits} end, ${moved} desc, r.id desc`;

/** ROOM-14i: SQL for the time when room `r` last moved up in the lists of member `m`. */
export const movedAt = "greatest(r.updated_at, m.brought_at)";

/**
 * ROOM-3g: SQL for the time since which room `r` has waited for the reader: a customer's oldest unanswered message, or for staff an unread decision
 * in a room that they or nobody holds.
 */
export const waitsOn = (reader: string): string => `least(r.waiting_since, case when r.decided_seq > m.read_seq
  and (r.holder_id is null or r.holder_id = ${reader})
  and exists (select from participants where id = ${reader} and kind <> 'customer') then r.decided_at end)`;

/** ROOM-3c: SQL conditions of the filters on room `r` and $1's membership `m`. */
const isMine = "r.holder_id is not distinct from $1";
const isUnclaimed = "r.waiting_since is not null and r.holder_id is null";
const isUnread = `(m.unread_from is not null
  or r.messages_total > m.read_ordinal and r.messages_total - m.read_ordinal > ${uncountedFor("$1")})`;

type WalkRow = RoomCounts & { readonly ids: readonly number[] };

/**
 * $2 is the filter, $3 the sort order, $4 the number of rooms to skip, $5 the number to return. Ids are JSON, since the driver turns numbers in
 * arrays into strings (decision 0030).
 */
const walk = namedStatement<WalkRow>(
  "rooms-walk",
  `with r as materialized (
     select r.id, ${movedAt} as moved_at, ${waitsOn("$1")} as waits, m.pinned_version, ${isMine} as is_mine, ${isUnclaimed} as is_unclaimed, ${isUnread} as is_unread
     from memberships m join rooms r on r.id = m.room_id where m.participant_id = $1
   )
   select count(*) as "all", count(*) filter (where is_unread) as unread, count(*) filter (where is_mine) as mine,
     count(*) filter (where is_unclaimed) as unclaimed, (
       select coalesce(json_agg(id), '[]') from (
         select id from r
         where case $2 when 'unread' then is_unread when 'mine' then is_mine when 'unclaimed' then is_unclaimed else true end
         order by ${orderBy("$3", "r.pinned_version", "r.waits", "r.moved_at")} offset $4::bigint limit $5
       ) page
     ) as ids
   from r`,
);

export async function walkRooms(
  pool: StatementPool,
  participantId: number,
  { filter, sort }: { readonly filter: RoomFilter; readonly sort: RoomSort },
  skip: number,
  take: number,
): Promise<{ readonly counts: RoomCounts; readonly ids: readonly number[] }> {
  const [row] = await walk(pool, [participantId, filter, sort, skip, take]);
  const { ids, ...counts } = row ?? { ids: [], all: 0, unread: 0, mine: 0, unclaimed: 0 };
  return { ids, counts };
}

type ChangedRow = ChangedFlags & { readonly activeRooms: number };

/** Recently active rooms are looked up one by one; beyond this number, reading all of a person's rooms costs no more. */
const activeRoomsMax = 2000;

const flags = `jsonb_build_object('id', r.id, 'isUnread', ${isUnread}, 'isMine', ${isMine}, 'isUnclaimed', ${isUnclaimed})`;
const readAt = `p.version, (extract(epoch from now()) * 1000)::bigint as "atMs"`;

const selectFlags = namedStatement<FlagsRead>(
  "rooms-flags",
  `select ${readAt}, (
     select coalesce(jsonb_agg(${flags}), '[]')
     from memberships m join rooms r on r.id = m.room_id where m.participant_id = $1
   ) as rooms from participants p where p.id = $1`,
);

// Looks up the person's membership of each active room by key, since there are few such rooms.
const selectChangedFlags = namedStatement<ChangedRow>(
  "rooms-flags-changed",
  `with lately as materialized (
     select * from rooms r where ${isActiveSince("to_timestamp($2::bigint / 1000.0)")}
     order by active_minute desc limit ${activeRoomsMax}
   )
   select ${readAt}, found.* from participants p cross join (
     select count(*) as "activeRooms", coalesce(jsonb_agg(${flags}) filter (where m.read_seq is not null), '[]') as rooms,
       coalesce(jsonb_agg(r.id) filter (where m.read_seq is null), '[]') as "otherIds"
     from lately r left join lateral (
       select read_seq, read_ordinal, unread_from from memberships where room_id = r.id and participant_id = $1 offset 0
     ) m on true
   ) found where p.id = $1`,
);

export function createRoomFlagStore(pool: StatementPool): RoomFlagStore {
  return {
    async listFlags(participantId) {
      const [row] = await selectFlags(pool, [participantId]);
      return row ?? { rooms: [], version: 0, atMs: 0 };
    },
    async listChangedFlags(participantId, sinceMs) {
      const [row] = await selectChangedFlags(pool, [participantId, sinceMs]);
      return row === undefined || row.activeRooms === activeRoomsMax ? null : row;
    },
  };
}
