import { roomChannel, roomName } from "@cuplaj/protocol/channels.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import { changeRoom, type ChangeRoomParts, findOwnRoom } from "./change-room.ts";
import { readRoomRef } from "./rules.ts";

export interface LeaveRoomParts extends ChangeRoomParts {
  readonly live: {
    /** Takes a channel away from every socket of a person, also from those that are just being admitted to it. */
    revoke(participantId: number, channel: string): void;
  };
}

/** ROOM-6: leaves a room; the event of it is the last one of the room that reaches a socket of that person. Who has left it may again. */
export async function leaveRoom(
  parts: LeaveRoomParts,
  caller: User,
  roomRef: string,
): Promise<Outcome<{ left: true }>> {
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return (await hasLeft(parts, caller, roomRef)) ? done({ left: true }) : found;
  const { id, offerId } = found.value;
  const { entries } = await changeRoom(parts, id, (now) =>
    parts.rooms.removeMember({ roomId: id, participantId: caller.id, by: null, now }),
  );
  if (entries.length > 0) parts.live.revoke(caller.id, roomChannel(roomName(offerId)));
  // Where another device left a moment before, the person has left all the same.
  return done({ left: true });
}

/** ERR-2: asked of rooms that there are not too, so that both take as long. */
export async function hasLeft(
  { rooms }: Pick<LeaveRoomParts, "rooms">,
  { id }: User,
  roomRef: string,
): Promise<boolean> {
  const ref = readRoomRef(roomRef);
  return ref !== null && (await rooms.hasLeft(ref, id));
}
