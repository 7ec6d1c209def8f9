import type { RoomCounts, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { uncountedFor } from "./unread.pg.ts";

/** ROOM-3e: how a list is ordered by a sort's name; rooms where nobody waits come after those where somebody does. */
export const orderBy = (sort: string): string =>
  `case when ${sort} = 'waiting' then r.waiting_since end, r.updated_at desc, r.id desc`;

type WalkRow = RoomCounts & { readonly ids: readonly number[] };

/**
 * ROOM-3c: one walk over the memberships of $1 gives what each filter counts, and the ids of a page of one of them ($2 filter, $3 sort,
 * $4 skipped, $5 taken), as JSON since the driver makes strings of the numbers in an array (decision 0030).
 */
const walk = namedStatement<WalkRow>(
  "rooms-walk",
  `with r as materialized (
     select r.id, r.updated_at, r.waiting_since, r.holder_id = $1 as is_mine,
       r.waiting_since is not null and r.holder_id is null as is_unclaimed,
       r.messages_total > m.read_ordinal and r.messages_total - m.read_ordinal > ${uncountedFor("$1")} as is_unread
     from memberships m join rooms r on r.id = m.room_id where m.participant_id = $1
   )
   select count(*) as "all", count(*) filter (where is_unread) as unread, count(*) filter (where is_mine) as mine,
     count(*) filter (where is_unclaimed) as unclaimed, (
       select coalesce(json_agg(id), '[]') from (
         select id from r
         where case $2 when 'unread' then is_unread when 'mine' then is_mine when 'unclaimed' then is_unclaimed else true end
         order by ${orderBy("$3")} offset $4::bigint limit $5
       ) page
     ) as ids
   from r`,
);

/** A page of a filtered list as ids, and what each filter counts; `take` 0 asks for the counts alone. */
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
