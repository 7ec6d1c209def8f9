import { roomChannel, roomName } from "@cuplaj/protocol/channels.ts";
import {
  syncChatsMax,
  syncChatsMin,
  syncEventsMax,
  syncEventsPerRoomMax,
  syncGapMax,
} from "@cuplaj/protocol/limits.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { RoomHead } from "@cuplaj/protocol/room.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";
import { type StoredMessage, toMessage } from "../messages/rules.ts";

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

/** An event of a room's log as it is kept, with the person whose doing it was. */
export type LoggedEvent = { readonly roomId: number; readonly seq: number; readonly person: Member } & (
  | { readonly kind: "message"; readonly message: StoredMessage }
  | { readonly kind: "read"; readonly readSeq: number }
  | { readonly kind: "join" | "leave"; readonly membersTotal: number }
);

/** An event that a newer server wrote, which runs beside this one on the same database: only its place is known here. */
export interface UnknownEvent {
  readonly roomId: number;
  readonly seq: number;
  readonly kind: "unknown";
}

/**
 * MSG-6: the plan once the logs were read. Of an event that is not known here nobody can be told what it changed, so its room is
 * reset: whoever asks for it anew is past it.
 */
export function planWithout(
  { stretches, reset }: CatchUpPlan,
  events: readonly (LoggedEvent | UnknownEvent)[],
): CatchUpPlan & { readonly events: readonly LoggedEvent[] } {
  const unknown = new Set(events.flatMap(({ kind, roomId }) => (kind === "unknown" ? [roomId] : [])));
  return {
    stretches: stretches.filter(({ room }) => !unknown.has(room.id)),
    reset: [...reset, ...unknown],
    events: events.filter((event) => event.kind !== "unknown"),
  };
}

/** The event as it was broadcast when it happened (MSG-6): who applies it need not know which way it came. */
export function toSyncEvent(event: LoggedEvent, offerId: number, epoch: string): SyncEvent {
  const { seq, person } = event;
  switch (event.kind) {
    case "message":
      return {
        seq,
        event: "ChatMessage",
        data: { message: toMessage(event.message, "everyone"), room: headAt(event, offerId, epoch) },
      };
    case "read": {
      const user: { id: number; type: ParticipantKind } = { id: person.id, type: person.type };
      return { seq, event: "MessagesRead", data: { room_id: event.roomId, user, read_seq: event.readSeq, seq } };
    }
    case "join":
    case "leave":
      return {
        seq,
        event: "RoomUpdated",
        data: {
          room: headAt(event, offerId, epoch),
          ...(event.kind === "join" ? { joined: person } : { left: person }),
          members_total: event.membersTotal,
        },
      };
  }
}

function headAt({ roomId, seq }: LoggedEvent, offerId: number, epoch: string): RoomHead {
  const name = roomName(offerId);
  return { id: roomId, name, channel: roomChannel(name), last_seq: seq, epoch };
}
