import {
  syncBytesMax,
  syncChatsMax,
  syncChatsMin,
  syncEventsMax,
  syncEventsPerRoomMax,
  syncGapMax,
} from "@cuplaj/protocol/limits.ts";
import type { KnownEntry, LogEntry } from "../rooms/log-rules.ts";

/** A room, and the newest of its events that the caller has applied. */
export interface Cursor {
  readonly roomId: number;
  readonly seq: number;
}

export interface CatchUpRoom {
  readonly id: number;
  readonly name: string;
  readonly lastSeq: number;
}

/** The events with `after` < `seq` <= `upto`; none if both are equal. */
export interface EventRange {
  readonly room: CatchUpRoom;
  readonly after: number;
  readonly upto: number;
}

interface CatchUpPlan {
  readonly ranges: readonly EventRange[];
  readonly reset: readonly number[];
}

/**
 * MSG-6: plans the events for each cursor, within the limits per room and response. Resets rooms that events cannot bring up to date: after a new
 * numbering, with a cursor beyond the end, after too long a gap, or if the caller may not see the room.
 */
export function planCatchUp(
  cursors: readonly Cursor[],
  rooms: ReadonlyMap<number, CatchUpRoom>,
  isSameEpoch: boolean,
): CatchUpPlan {
  const ranges: EventRange[] = [];
  const reset: number[] = [];
  let left = syncEventsMax;
  for (const { roomId, seq } of cursors) {
    const room = rooms.get(roomId);
    if (!isSameEpoch || room === undefined || seq > room.lastSeq || room.lastSeq - seq > syncGapMax) {
      reset.push(roomId);
      continue;
    }
    const count = Math.min(room.lastSeq - seq, syncEventsPerRoomMax, left);
    left -= count;
    ranges.push({ room, after: seq, upto: seq + count });
  }
  return { ranges, reset };
}

/** MSG-6: how many of the newest rooms to search for rooms without a cursor. */
export const roomsSearched = (cursors: number): number => Math.min(syncChatsMax, Math.max(syncChatsMin, cursors));

/** MSG-6: resets rooms with an event of an unknown kind, which may have changed anything. After that, the caller has moved past the event. */
export function planWithout(
  { ranges, reset }: CatchUpPlan,
  events: readonly LogEntry[],
): CatchUpPlan & { readonly events: readonly KnownEntry[] } {
  const unknown = new Set(events.flatMap(({ kind, roomId }) => (kind === "unknown" ? [roomId] : [])));
  return {
    ranges: ranges.filter(({ room }) => !unknown.has(room.id)),
    reset: [...reset, ...unknown],
    events: events.filter((event) => event.kind !== "unknown"),
  };
}

/** Returns whether another part fits. The first always fits; once a part does not fit, no later one does. */
export type Fits = (part: unknown) => boolean;

const entryBytes = 100;

/** MSG-6: creates the byte budget of a response with this many rooms. */
export function createAnswerSpace(entries: number): Fits {
  let left = syncBytesMax - entries * entryBytes;
  let isFirst = true;
  return (part) => {
    // The budget stays negative, so that nothing more fits.
    left -= Buffer.byteLength(JSON.stringify(part)) + 1;
    const isFitting = isFirst || left >= 0;
    isFirst = false;
    return isFitting;
  };
}
