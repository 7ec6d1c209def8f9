import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { type CommittedEntry, readChange, type StoredChange } from "./log-rules.ts";

/** The room $1 as `room`, held until the commit where $2 is its member: strangers hold up nobody. */
export const memberRoom = `with room as materialized (
    select id, last_seq, members_seq from rooms where id = $1
      and exists (select from memberships where room_id = $1 and participant_id = $2) for no key update
  )`;

/** Whether the room moved while this statement waited for its lock: all else that it read dates from its start. */
export const isOutdated = `room.last_seq <> (select last_seq from rooms where id = $1) as "isOutdated"`;

/** Runs a statement that locks a room, and again while the room moved as it waited for the lock; null where it finds no row. */
export async function readLocked<Row extends { readonly isOutdated: boolean }>(
  read: () => Promise<readonly Row[]>,
): Promise<Row | null> {
  const [row = null] = await read();
  return row?.isOutdated ? await readLocked(read) : row;
}

/** A second change of a room's row in a transaction locks its offer by the foreign key: before the room, as whoever stores offers does. */
const lockOffer = namedStatement(
  "rooms-lock-offer",
  "select from offers where id = (select offer_id from rooms where id = $1) for key share",
);
const lock = namedStatement<{ lastSeq: number }>(
  "rooms-lock",
  `select last_seq as "lastSeq" from rooms where id = $1 for update`,
);
const select = namedStatement<StoredChange>(
  "rooms-entries-after",
  `select (select entries from entries_above(array[$1::bigint], array[$2::bigint])), members_seq as "membersSeq" from rooms where id = $1`,
);

/** Locks a room for a change of its members, and says how to read the entries that it has got since; null where there is no such room. */
export async function lockRoom(
  client: StatementPool,
  roomId: number,
): Promise<(() => Promise<readonly CommittedEntry[]>) | null> {
  const [, [room]] = await Promise.all([lockOffer(client, [roomId]), lock(client, [roomId])]);
  if (room === undefined) return null;
  return async () => (await select(client, [roomId, room.lastSeq])).flatMap((change) => readChange(roomId, change));
}

/** Locks people in the order of their ids. */
export const lockPeople = namedStatement(
  "rooms-lock-people",
  "select from participants where id = any($1::bigint[]) order by id for share",
);

/** Joins one person to a room that the transaction holds; `$4` is who brings them in. */
export const joinRoom = namedStatement("rooms-join", "select join_rooms(array[$1::bigint], array[$2::bigint], $3, $4)");

/** Whether somebody belongs to room $1. */
export const isMember = (person: string): string =>
  `exists (select from memberships where room_id = $1 and participant_id = ${person})`;
/** Whether room $1 is that of an offer of $2's. */
export const isOffers =
  "exists (select from rooms r join offers o on o.id = r.offer_id where r.id = $1 and o.customer_id = $2)";
