import { namedStaff } from "../participants/named-staff.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { type CommittedEntry, readChange, type StoredChange } from "./log-rules.ts";

/** SQL for room $1 as `room`. Locked until commit only if $2 is a member, since strangers must not block anybody. */
export const memberRoom = `with room as materialized (
    select id, last_seq, members_seq from rooms where id = $1
      and exists (select from memberships where room_id = $1 and participant_id = $2) for no key update
  )`;

/** SQL: whether the room changed while this statement waited for its lock; everything else that it read dates from before the wait. */
export const isOutdated = `room.last_seq <> (select last_seq from rooms where id = $1) as "isOutdated"`;

/** Runs a statement that locks a room, and repeats it if the room changed during the wait. Null if it returns no row. */
export async function readLocked<Row extends { readonly isOutdated: boolean }>(
  read: () => Promise<readonly Row[]>,
): Promise<Row | null> {
  const [row = null] = await read();
  return row?.isOutdated ? await readLocked(read) : row;
}

/** Locks a room's offer before the room, as writers of offers do; a second update of the room would otherwise lock it through the foreign key. */
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

/** Locks a room to change its members. Returns a function that reads the entries added since, or null if the room does not exist. */
export async function lockRoom(
  client: StatementPool,
  roomId: number,
): Promise<(() => Promise<readonly CommittedEntry[]>) | null> {
  const [, [room]] = await Promise.all([lockOffer(client, [roomId]), lock(client, [roomId])]);
  if (room === undefined) return null;
  return async () => (await select(client, [roomId, room.lastSeq])).flatMap((change) => readChange(roomId, change));
}

export const lockPeople = namedStatement(
  "rooms-lock-people",
  "select from participants where id = any($1::bigint[]) order by id for share",
);

export const joinRoom = namedStatement("rooms-join", "select join_rooms(array[$1::bigint], array[$2::bigint], $3, $4)");

/** Joins a new room's customer, unless erased, and the staff with these usernames in lower case. */
export const joinFirst = namedStatement(
  "rooms-join-first",
  `select join_rooms(array_fill($1::bigint, array[cardinality(people)]), people, $3) from (
     select array(${namedStaff("$2::text[]")}) || customer_id as people from rooms where id = $1) first`,
);

export const isMember = (person: string): string =>
  `exists (select from memberships where room_id = $1 and participant_id = ${person})`;
export const isRoomsCustomer = "exists (select from rooms where id = $1 and customer_id = $2)";
