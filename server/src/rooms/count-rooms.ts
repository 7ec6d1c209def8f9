import type { RoomCounts } from "@cuplaj/protocol/room.ts";
import type { FlagsRead, RoomFlags, RoomFlagStore } from "./store.ts";

/** ROOM-3c: how many of a person's rooms each filter passes now. */
export type CountRooms = (participantId: number) => Promise<RoomCounts>;

/** A person's rooms as they were at a moment of the database's clock. */
interface Known {
  readonly rooms: Map<number, RoomFlags>;
  readonly version: number;
  readonly atMs: number;
}

/** Rooms that are remembered in all; some 100 bytes each. */
const knownRoomsMax = 200_000;

/**
 * Counts by what it remembers of a person's rooms, with those read anew that had an event since (decision 0030): counting from nothing
 * walks all of them. A join has an event and is read; whoever left one has fewer rooms than are remembered; a silence moves the
 * version of own settings. Where any of it does not fit, all are read.
 */
export function createRoomCounter(store: RoomFlagStore, roomsMax = knownRoomsMax): CountRooms {
  const people = new Map<number, Known>();
  let remembered = 0;

  const forget = (participantId: number): void => {
    remembered -= people.get(participantId)?.rooms.size ?? 0;
    people.delete(participantId);
  };
  const remember = (participantId: number, known: Known): void => {
    forget(participantId);
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
    return countOf([...known.rooms.values()]);
  };
}

function merge(before: Known | undefined, changed: FlagsRead | null): Known | null {
  if (before === undefined || changed === null || changed.version !== before.version) return null;
  const rooms = changed.rooms.length === 0 ? before.rooms : new Map(before.rooms);
  for (const room of changed.rooms) rooms.set(room.id, room);
  return rooms.size === changed.total ? { rooms, version: changed.version, atMs: changed.atMs } : null;
}

const toKnown = ({ rooms, version, atMs }: FlagsRead): Known => ({
  rooms: new Map(rooms.map((room) => [room.id, room])),
  version,
  atMs,
});

function countOf(rooms: readonly RoomFlags[]): RoomCounts {
  const count = (holds: (room: RoomFlags) => boolean): number => rooms.filter(holds).length;
  return {
    all: rooms.length,
    unread: count(({ isUnread }) => isUnread),
    mine: count(({ isMine }) => isMine),
    unclaimed: count(({ isUnclaimed }) => isUnclaimed),
  };
}
