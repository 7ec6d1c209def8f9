import { roomChannel } from "@cuplaj/protocol/channels.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import { changeRoom, type ChangeRoomParts, findOwnRoom } from "./change-room.ts";
import { readRoomRef } from "./rules.ts";

export interface LeaveRoomParts extends ChangeRoomParts {
  readonly live: {
    /** Removes a channel from all sockets of a person, including subscriptions that are still pending. */
    revoke(participantId: number, channel: string): void;
  };
}

/** ROOM-6: leaves a room. The event of the leave is the last of the room's events that the person gets. Leaving twice succeeds. */
export async function leaveRoom(
  parts: LeaveRoomParts,
  caller: User,
  roomRef: string,
): Promise<Outcome<{ left: true }>> {
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return (await hasLeft(parts, caller, roomRef)) ? done({ left: true }) : found;
  const { id, name } = found.value;
  const { entries } = await changeRoom(parts, id, (now) =>
    parts.rooms.removeMember({ roomId: id, participantId: caller.id, by: null, now }),
  );
  if (entries.length > 0) parts.live.revoke(caller.id, roomChannel(name));
  return done({ left: true });
}

/** ERR-2: whether the caller once left the room. Queried for missing rooms too, so that both cases take equally long. */
export async function hasLeft(
  { rooms }: Pick<LeaveRoomParts, "rooms">,
  { id }: User,
  roomRef: string,
): Promise<boolean> {
  const ref = readRoomRef(roomRef);
  return ref !== null && (await rooms.hasLeft(ref, id));
}
