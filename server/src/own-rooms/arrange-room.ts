import type { User } from "@cuplaj/protocol/participant.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { type OwnSettingsParts, readChanged } from "../participants/own-settings.ts";
import { findOwnRoom } from "../rooms/change-room.ts";
import type { RoomStore } from "../rooms/store.ts";
import type { Arrangement } from "./rules.ts";
import type { OwnRoomStore } from "./store.ts";

export interface ArrangeRoomParts extends OwnSettingsParts {
  readonly rooms: RoomStore;
  readonly ownRooms: OwnRoomStore;
}

/** For unread marks, `wanted` is a `seq`; null removes the mark, pin or mute. */
interface Asked {
  readonly how: Arrangement;
  readonly field: string;
  readonly wanted: number | null;
}

/** ROOM-12: pins, mutes or marks one of the caller's rooms, and returns all of their arrangements. */
export async function arrangeRoom(
  parts: ArrangeRoomParts,
  caller: User,
  roomRef: string,
  { how, field, wanted }: Asked,
): Promise<Outcome<{ roomId: number; user: User }>> {
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return found;
  const { id: roomId } = found.value;
  if (how === "unread" && wanted !== null && !(await parts.ownRooms.hasMessage(roomId, wanted)))
    return invalidField(field, "not_valid");
  const arranged = await parts.ownRooms.arrange({ roomId, participantId: caller.id }, how, wanted);
  if (arranged === "no-member") return refused("not_found");
  if (arranged === "full") return invalidField(field, "too_many");
  const after = await readChanged(parts, caller.id);
  return after.ok ? done({ roomId, user: after.value }) : after;
}
