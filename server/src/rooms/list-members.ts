import type { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { membersPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Static } from "typebox";
import { done, type Outcome } from "../kernel/outcome.ts";
import { findRoom } from "./change-room.ts";
import { decideRemoval, mayBringIn } from "./rules.ts";
import type { RoomStore } from "./store.ts";
import type { ShowRoomParts } from "./view-room.ts";

type MemberPage = Static<(typeof endpoints.listMembers.answers)[200]>;

export interface ListMembersParts extends Pick<ShowRoomParts, "live"> {
  readonly rooms: RoomStore;
}

/** ROOM-13: lists members by name, with who is online and whom the caller may remove (ROOM-14e). */
export async function listMembers(
  { rooms, live }: ListMembersParts,
  caller: User,
  { roomRef, page }: { readonly roomRef: string; readonly page: number },
): Promise<Outcome<{ roomId: number; page: MemberPage; isVisit: boolean }>> {
  const found = await findRoom(rooms, caller, roomRef);
  if (!found.ok) return found;
  const { id: roomId, name, marker } = found.value;
  const { members, total } = await rooms.listMembers(roomId, membersPerPage * (page - 1), membersPerPage);
  const online = new Set(live.online(name).map(({ id }) => id));
  const may = (permission: "Admin" | "rooms.view-any"): boolean => hasPermission(caller.roles, permission);
  const by = {
    ...{ id: caller.id, isMember: marker !== null, isAdmin: may("Admin") },
    ...{ mayInvite: mayBringIn(caller), mayViewAny: may("rooms.view-any") },
  };
  const listed = members.map(({ broughtBy, ...member }) => {
    const person = { isMember: true, isRoomsCustomer: member.type === "customer", hasLeft: false, broughtBy };
    const mayPutOut = member.id !== caller.id && decideRemoval({ by, person }) === "done";
    return { ...member, is_online: online.has(member.id), may_put_out: mayPutOut };
  });
  return done({ roomId, page: { members: listed, total, page }, isVisit: marker === null });
}
