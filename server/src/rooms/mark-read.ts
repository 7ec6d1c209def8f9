import type { User } from "@cuplaj/protocol/participant.ts";
import { isoTime } from "../kernel/clock.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { channelsOf, type LiveBroadcaster } from "./live-broadcaster.ts";
import type { RoomQueue } from "./room-queue.ts";
import { memberAccess, readRoomRef, type ReadMarker, unreadCount } from "./rules.ts";
import type { MovedMarker, RoomAccess, RoomStore } from "./store.ts";

/** Where the marker stands afterwards. */
interface ReadResult {
  readonly room_id: number;
  readonly unread_count: number;
  readonly read_seq: number;
}

/** ROOM-7: reads up to a place in the log, or to the end; the marker never goes back. */
export type MarkRead = (caller: User, roomRef: string, upto: number | null) => Promise<Outcome<ReadResult>>;

/** What marking read needs. */
export interface MarkReadParts {
  readonly store: RoomStore;
  readonly broadcaster: LiveBroadcaster;
  readonly queue: RoomQueue;
  readonly now: () => number;
}

/** Makes the use case. */
export function createMarkRead(parts: MarkReadParts): MarkRead {
  const { store, queue } = parts;
  return async (caller, roomRef, upto) => {
    const ref = readRoomRef(roomRef);
    const room = ref === null ? null : await store.findAccess(ref, caller.id);
    const access = room === null ? "hidden" : memberAccess(caller, room.marker);
    if (ref === null || room === null || access === "hidden") return refused("not_found");
    if (access === "denied") return refused("forbidden");
    // Nothing to move: then neither the room's turn nor its lock is waited for.
    if (isRead(room, upto)) return done(toResult(room.id, room.messagesTotal, room.marker));
    const moved = await queue.run(room.id, () => moveAndTell(parts, caller, room.id, upto));
    if (isAtEnd(moved)) return done({ room_id: room.id, unread_count: 0, read_seq: moved.marker.readSeq });
    // What lies above the marker is counted anew, and another device may have moved it further: say what is so now.
    const now = (await store.findAccess(ref, caller.id)) ?? room;
    return done(toResult(now.id, now.messagesTotal, now.marker));
  };
}

/** Also what does not count is read: it moves the marker. */
const isRead = ({ messagesTotal, marker }: RoomAccess, upto: number | null): boolean =>
  marker === null || messagesTotal <= marker.readOrdinal || (upto !== null && upto <= marker.readSeq);

const isAtEnd = (moved: MovedMarker): moved is NonNullable<MovedMarker> =>
  moved !== null && moved.marker.readOrdinal >= moved.messagesTotal;

/** In the room's turn, so that the event leaves in the order of `seq` (MSG-5), and after the commit (ERR-3). */
async function moveAndTell(
  { store, broadcaster, now }: MarkReadParts,
  { id, type }: User,
  roomId: number,
  upto: number | null,
): Promise<MovedMarker> {
  const moved = await store.moveMarker({ roomId, participantId: id, upto, now: isoTime(now()) });
  if (moved === null) return null;
  broadcaster.broadcast("MessagesRead", channelsOf(moved), {
    room_id: roomId,
    user: { id, type },
    read_seq: moved.marker.readSeq,
    seq: moved.head.lastSeq,
  });
  return moved;
}

const toResult = (roomId: number, messagesTotal: number, marker: ReadMarker | null): ReadResult => ({
  room_id: roomId,
  unread_count: unreadCount(messagesTotal, marker),
  read_seq: marker?.readSeq ?? 0,
});
