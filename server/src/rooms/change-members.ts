import { roomChannel, roomName } from "@cuplaj/protocol/channels.ts";
import type { Member, User } from "@cuplaj/protocol/participant.ts";
import { type Outcome, refused } from "../kernel/outcome.ts";
import { mayLookUpAnyone } from "../participants/rules.ts";
import { changeRoom, findOwnRoom, findRoom } from "./change-room.ts";
import type { LeaveRoomParts } from "./leave-room.ts";
import { mayBringIn, mayPutOut } from "./rules.ts";
import { type ShowRoomParts, type ViewedRoom, viewRoom } from "./view-room.ts";

export type ChangeMembersParts = LeaveRoomParts & ShowRoomParts;

/** ROOM-14: brings one of the staff into a room, or the offer's customer who has left it. */
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
  const person = await parts.rooms.findPerson(roomId, asked.id);
  if (person?.type !== asked.type) return refused("not_found");
  const isStranger = person.type === "customer" && !person.isCustomer;
  if (isStranger) return refused(mayLookUpAnyone(caller) ? "forbidden" : "not_found");
  if (!person.isMember && !person.mayCome) return refused("conflict");
  await changeRoom(parts, roomId, async (now) => ({
    entries: await parts.rooms.addMember({ roomId, participantId: asked.id, by: caller.id, now }),
  }));
  return await viewRoom(parts, caller, String(roomId));
}

/** ROOM-14: puts somebody out of a room whom the caller brought in, or whoever is not its customer where the caller is an Admin. */
export async function removeMember(
  parts: ChangeMembersParts,
  caller: User,
  roomRef: string,
  personId: number,
): Promise<Outcome<ViewedRoom>> {
  const found = await findRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return found;
  if (!mayBringIn(caller)) return refused("forbidden");
  const { id: roomId, offerId } = found.value;
  const person = await parts.rooms.findPerson(roomId, personId);
  if (person === null || !(person.isMember || person.wasMember)) return refused("not_found");
  if (person.isMember && !mayPutOut(caller, person)) return refused("forbidden");
  const { entries } = await changeRoom(parts, roomId, async (now) => ({
    entries: await parts.rooms.removeMember({ roomId, participantId: personId, by: caller.id, now }),
  }));
  if (entries.length > 0) parts.live.revoke(personId, roomChannel(roomName(offerId)));
  return await viewRoom(parts, caller, String(roomId));
}
