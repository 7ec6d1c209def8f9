import type { RoomCounts } from "@cuplaj/protocol/room.ts";
import type { ChangedFlags, FlagsRead, RoomFlags, RoomFlagStore } from "./store.ts";

export type CountRooms = (participantId: number) => Promise<RoomCounts>;

interface Known {
  readonly rooms: ReadonlyMap<number, RoomFlags>;
  readonly counts: RoomCounts;
  readonly version: number;
  readonly atMs: number;
}

interface Remembered {
  /** People with at least this many rooms are cached; fewer rooms are read faster than the recent events of all rooms. */
  readonly roomsMin: number;
  /** Most rooms cached in total, at about 100 bytes each. */
  readonly roomsMax: number;
}

/**
 * Counts rooms by filter. Caches people with many rooms, and rereads only rooms that had an event, or all if the person's settings changed (decision
 * 0030).
 */
export function createRoomCounter(
  store: RoomFlagStore,
  { roomsMin, roomsMax }: Remembered = { roomsMin: 1000, roomsMax: 200_000 },
): CountRooms {
  const people = new Map<number, Known>();
  let remembered = 0;

  const forget = (participantId: number): void => {
    remembered -= people.get(participantId)?.rooms.size ?? 0;
    people.delete(participantId);
  };
  const remember = (participantId: number, known: Known): void => {
    forget(participantId);
    if (known.rooms.size < roomsMin) return;
    people.set(participantId, known);
    remembered += known.rooms.size;
    for (const oldest of people.keys()) {
      if (remembered <= roomsMax) break;
      forget(oldest);
    }
  };

  return async (participantId) => {
    const before = people.get(participantId);
    const changed = before === undefined ? null : await store.listChangedFlags(participantId, before.atMs);
    const known = merge(before, changed) ?? toKnown(await store.listFlags(participantId));
    remember(participantId, known);
    return known.counts;
  };
}

function merge(before: Known | undefined, changed: ChangedFlags | null): Known | null {
  if (before === undefined || changed === null || changed.version !== before.version) return null;
  const gone = changed.otherIds.filter((id) => before.rooms.has(id));
  if (changed.rooms.length === 0 && gone.length === 0) return { ...before, atMs: changed.atMs };
  const rooms = new Map(before.rooms);
  for (const id of gone) rooms.delete(id);
  for (const room of changed.rooms) rooms.set(room.id, room);
  return { rooms, counts: countOf(rooms), version: changed.version, atMs: changed.atMs };
}

function toKnown({ rooms: read, version, atMs }: FlagsRead): Known {
  const rooms = new Map(read.map((room) => [room.id, room]));
  return { rooms, counts: countOf(rooms), version, atMs };
}

function countOf(rooms: ReadonlyMap<number, RoomFlags>): RoomCounts {
  const counts = { all: rooms.size, unread: 0, mine: 0, unclaimed: 0 };
  for (const { isUnread, isMine, isUnclaimed } of rooms.values()) {
    counts.unread += isUnread ? 1 : 0;
    counts.mine += isMine ? 1 : 0;
    counts.unclaimed += isUnclaimed ? 1 : 0;
  }
  return counts;
}
