import { roomChannel } from "@cuplaj/protocol/channels.ts";
import type { Member, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type Outcome, refused } from "../kernel/outcome.ts";
import { mayLookUpAnyone } from "../participants/rules.ts";
import { changeRoom, findOwnRoom, findRoom } from "./change-room.ts";
import type { LeaveRoomParts } from "./leave-room.ts";
import { mayBringIn, type Removed } from "./rules.ts";
import { type ShowRoomParts, type ViewedRoom, viewRoom } from "./view-room.ts";

export type ChangeMembersParts = LeaveRoomParts & ShowRoomParts;

export async function addMember(
  parts: ChangeMembersParts,
  caller: User,
  roomRef: string,
  asked: Pick<Member, "id" | "type">,
): Promise<Outcome<ViewedRoom>> {
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return found;
  if (!mayBringIn(caller)) return refused("forbidden");
  const { id: roomId } = found.value;
  const { outcome } = await changeRoom(parts, roomId, (now) =>
    parts.rooms.addMember({ roomId, participantId: asked.id, type: asked.type, by: caller.id, now }),
  );
  if (outcome === "may-not-come") return refused("conflict");
  if (outcome === "stranger") return refused(mayLookUpAnyone(caller) ? "forbidden" : "not_found");
  return await answerChange(parts, caller, roomId, outcome);
}

/** ROOM-14: removes a member whom the caller brought in; an Admin may remove anyone except the customer. */
export async function removeMember(
  parts: ChangeMembersParts,
  caller: User,
  roomRef: string,
  personId: number,
): Promise<Outcome<ViewedRoom>> {
  const found = await findRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return found;
  if (!mayBringIn(caller)) return refused("forbidden");
  const { id: roomId, name } = found.value;
  const by = { id: caller.id, isAdmin: hasPermission(caller.roles, "Admin") };
  const { outcome, entries } = await changeRoom(parts, roomId, (now) =>
    parts.rooms.removeMember({ roomId, participantId: personId, by, now }),
  );
  if (entries.length > 0) parts.live.revoke(personId, roomChannel(name));
  return await answerChange(parts, caller, roomId, outcome);
}

/** ERR-2: returns 404 to a caller who was removed in the meantime and may not view the room. */
async function answerChange(
  parts: ChangeMembersParts,
  caller: User,
  roomId: number,
  outcome: Removed,
): Promise<Outcome<ViewedRoom>> {
  if (outcome === "not-found") return refused("not_found");
  const viewed = await viewRoom(parts, caller, String(roomId));
  return viewed.ok && outcome === "forbidden" ? refused("forbidden") : viewed;
}
