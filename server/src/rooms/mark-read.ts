import type { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Static } from "typebox";
import { done, type Outcome } from "../kernel/outcome.ts";
import { changeRoom, type ChangeRoomParts, findOwnRoom } from "./change-room.ts";
import { unreadCount } from "./rules.ts";
import type { RoomAccess } from "./store.ts";

type ReadResult = Static<(typeof endpoints.markRead.answers)[200]>;

/** ROOM-7: marks messages as read up to `upto`, or to the end if null; the marker never moves back. */
export async function markRead(
  parts: ChangeRoomParts,
  caller: User,
  roomRef: string,
  upto: number | null,
): Promise<Outcome<ReadResult>> {
  const { rooms } = parts;
  const found = await findOwnRoom(rooms, caller, roomRef);
  if (!found.ok) return found;
  const { id: roomId } = found.value;
  // If there is nothing to move, this need not wait for the room's turn and lock.
  if (isRead(found.value, upto)) return done(toResult(found.value));
  const { marker } = await changeRoom(parts, roomId, async (now) => {
    const moved = await rooms.moveMarker({ roomId, participantId: caller.id, upto, now });
    return { marker: moved, entries: moved === null ? [] : [{ kind: "read", roomId, person: caller, ...moved }] };
  });
  if (marker?.isAtEnd === true)
    return done({ room_id: roomId, unread_count: marker.isMarked ? 1 : 0, read_seq: marker.readSeq });
  // Messages above the marker must be counted again, and another device may have moved it further, so the current state is returned.
  const current = toResult((await rooms.findAccess({ by: "id", id: roomId }, caller.id)) ?? found.value);
  // A person who has since left on another device has no marker; it resumes here if they join again (ROOM-6d).
  return done({ ...current, read_seq: Math.max(current.read_seq, marker?.readSeq ?? 0) });
}

/**
 * Whether everything up to `upto` is read. The marker also moves for messages that do not count as unread, a decision (ROOM-3g), or being brought in
 * (ROOM-14i).
 */
const isRead = ({ messagesTotal, newsSeq, marker }: RoomAccess, upto: number | null): boolean =>
  marker === null ||
  (messagesTotal <= marker.readOrdinal && newsSeq <= marker.readSeq) ||
  (upto !== null && upto <= marker.readSeq);

const toResult = ({ id, messagesTotal, marker }: RoomAccess): ReadResult => ({
  room_id: id,
  unread_count: unreadCount(messagesTotal, marker),
  read_seq: marker?.readSeq ?? 0,
});
