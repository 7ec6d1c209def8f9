import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { channelsOf, type LiveBroadcaster } from "./live-broadcaster.ts";
import { memberAccess, readRoomRef, type ReadMarker, unreadCount } from "./rules.ts";
import type { RoomStore } from "./store.ts";

/** Where the marker stands afterwards. */
interface ReadResult {
  readonly room_id: number;
  readonly unread_count: number;
  readonly read_seq: number;
}

/** ROOM-7: reads up to a place in the log, or to the end; the marker never goes back. */
export type MarkRead = (caller: User, roomRef: string, upto: number | null) => Promise<Outcome<ReadResult>>;

/** Makes the use case. */
export function createMarkRead(store: RoomStore, broadcaster: LiveBroadcaster): MarkRead {
  return async (caller, roomRef, upto) => {
    const ref = readRoomRef(roomRef);
    const room = ref === null ? null : await store.findAccess(ref, caller.id);
    const access = room === null ? "hidden" : memberAccess(caller, room.marker);
    if (ref === null || room === null || access === "hidden") return refused("not_found");
    if (access === "denied") return refused("forbidden");
    const moved = await store.moveMarker(room.id, caller.id, upto);
    if (moved === null) {
      // Another device may have moved it further in the meantime: say what is so now.
      const now = (await store.findAccess(ref, caller.id)) ?? room;
      return done(toResult(now.id, now.messagesTotal, now.marker));
    }
    broadcaster.broadcast("MessagesRead", channelsOf(moved), {
      room_id: room.id,
      user: { id: caller.id, type: caller.type },
      read_seq: moved.marker.readSeq,
    });
    return done(toResult(room.id, moved.messagesTotal, moved.marker));
  };
}

const toResult = (roomId: number, messagesTotal: number, marker: ReadMarker | null): ReadResult => ({
  room_id: roomId,
  unread_count: unreadCount(messagesTotal, marker),
  read_seq: marker?.readSeq ?? 0,
});
