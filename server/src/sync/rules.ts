import {
  syncChatsMax,
  syncChatsMin,
  syncEventsMax,
  syncEventsPerRoomMax,
  syncGapMax,
} from "@cuplaj/protocol/limits.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";
import { type StoredMessage, toMessage } from "../messages/rules.ts";
import { headAt, type LogEntry, toEvent } from "../rooms/log-rules.ts";

/** A room that was asked for, and the newest event of it that the caller has applied. */
export interface Cursor {
  readonly roomId: number;
  readonly seq: number;
}

/** What catching up looks at in a room; absent where there is none, or where the caller may not look in. */
export interface CatchUpRoom {
  readonly id: number;
  readonly offerId: number;
  readonly lastSeq: number;
}

/** Events to give of a room: those above `after`, up to and with `upto`; none where both are the same. */
export interface Stretch {
  readonly room: CatchUpRoom;
  readonly after: number;
  readonly upto: number;
}

/** What an answer will hold (MSG-6). */
export interface CatchUpPlan {
  readonly stretches: readonly Stretch[];
  readonly reset: readonly number[];
}

/**
 * MSG-6: which events each cursor gets, within the limits of a room and of an answer. A room is reset where events cannot
 * bring the caller's copy up to date: another numbering, a cursor from beyond its end, too long a gap, or nothing to look into.
 */
export function planCatchUp(
  cursors: readonly Cursor[],
  rooms: ReadonlyMap<number, CatchUpRoom>,
  isSameEpoch: boolean,
): CatchUpPlan {
  const stretches: Stretch[] = [];
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
    stretches.push({ room, after: seq, upto: seq + count });
  }
  return { stretches, reset };
}

/** MSG-6: how many of the newest rooms are looked through for those that the caller does not hold. */
export const chatsLookedThrough = (cursors: number): number => Math.min(syncChatsMax, Math.max(syncChatsMin, cursors));

/** An entry of a room's log as it is kept. */
export type LoggedEvent =
  | LogEntry
  | { readonly roomId: number; readonly seq: number; readonly kind: "message"; readonly message: StoredMessage };

/** One that can be told: all but what only a newer server knows, which runs beside this one. */
export type KnownEvent = Exclude<LoggedEvent, { kind: "unknown" }>;

/**
 * MSG-6: the plan once the logs were read. Of an event that is not known here nobody can be told what it changed, so its room is
 * reset: whoever asks for it anew is past it.
 */
export function planWithout(
  { stretches, reset }: CatchUpPlan,
  events: readonly LoggedEvent[],
): CatchUpPlan & { readonly events: readonly KnownEvent[] } {
  const unknown = new Set(events.flatMap(({ kind, roomId }) => (kind === "unknown" ? [roomId] : [])));
  return {
    stretches: stretches.filter(({ room }) => !unknown.has(room.id)),
    reset: [...reset, ...unknown],
    events: events.filter((event) => event.kind !== "unknown"),
  };
}

/** The event as it was broadcast when it happened (MSG-6), a message as it is now: who applies it need not know which way it came. */
export function toSyncEvent(event: KnownEvent, offerId: number, epoch: string): SyncEvent {
  if (event.kind !== "message") return toEvent(event, offerId, epoch);
  const data = { message: toMessage(event.message, "everyone"), room: headAt(event, offerId, epoch) };
  return { seq: event.seq, event: "ChatMessage", data };
}
