import {
  syncBytesMax,
  syncChatsMax,
  syncChatsMin,
  syncEventsMax,
  syncEventsPerRoomMax,
  syncGapMax,
} from "@cuplaj/protocol/limits.ts";
import type { KnownEntry, LogEntry } from "../rooms/log-rules.ts";

/** A room that was asked for, and the newest event of it that the caller has applied. */
export interface Cursor {
  readonly roomId: number;
  readonly seq: number;
}

/** What catching up needs of a room; absent where there is none, or where the caller may not see it. */
export interface CatchUpRoom {
  readonly id: number;
  readonly offerId: number;
  readonly lastSeq: number;
}

/** Events to give of a room: those above `after`, up to and with `upto`; none where both are the same. */
export interface EventRange {
  readonly room: CatchUpRoom;
  readonly after: number;
  readonly upto: number;
}

/** What an answer will hold (MSG-6). */
interface CatchUpPlan {
  readonly ranges: readonly EventRange[];
  readonly reset: readonly number[];
}

/**
 * MSG-6: which events each cursor gets, within the limits of a room and of an answer. A room is reset where events cannot
 * bring the caller's copy up to date: another numbering, a cursor from beyond its end, too long a gap, or no room that the caller may see.
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

/** MSG-6: how many of the newest rooms are searched for those that the caller does not hold. */
export const roomsSearched = (cursors: number): number => Math.min(syncChatsMax, Math.max(syncChatsMin, cursors));

/**
 * MSG-6: the plan once the logs were read. What an event of an unknown kind changed cannot be known here, so its room is
 * reset: whoever asks for it anew is past it.
 */
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

/** Whether a further part of an answer fits into it. The first always does; after one that did not, nothing does. */
export type Fits = (part: unknown) => boolean;

/** What a room takes beside its events: its entry, and its unread count. */
const entryBytes = 100;

/** MSG-6: the space of one answer that names so many rooms, in bytes of JSON. */
export function createAnswerSpace(entries: number): Fits {
  let left = syncBytesMax - entries * entryBytes;
  let isFirst = true;
  return (part) => {
    // Negative from here on where it does not fit, so nothing after it does.
    left -= Buffer.byteLength(JSON.stringify(part)) + 1;
    const isFitting = isFirst || left >= 0;
    isFirst = false;
    return isFitting;
  };
}
