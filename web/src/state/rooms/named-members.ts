import { roomMembersNamedMax } from "@cuplaj/protocol/limits.ts";
import type { Participant, Room, RoomEvent } from "../entities.ts";
import { isSamePerson } from "../selectors.ts";
import { updated } from "../updated-room.ts";
import type { RoomList } from "./rooms-shape.ts";

/** Somebody joined or left a room. */
export type MembersEvent = Extract<RoomEvent, { kind: "members" }>;

/** ROOM-2: the members that the server names, where a room has more. */
const firstNamed = (members: readonly Participant[]): readonly Participant[] =>
  members.toSorted((left, right) => left.id - right.id).slice(0, roomMembersNamedMax);

/** Whether the server would name members unknown here. */
export const lacksNames = (room: Room | undefined): boolean =>
  room !== undefined && room.members.length < Math.min(roomMembersNamedMax, room.membersTotal);

/** The list with a room's members after the event. */
export function withMembers(rooms: RoomList, event: MembersEvent): RoomList {
  const { roomId, seq, joined, left, membersTotal } = event;
  const { members: before = [], readSeqs = {}, customer: owner = null } = rooms.byId[roomId] ?? {};
  const isOwners = isSamePerson(owner, joined ?? left);
  const customer = owner && isOwners ? { ...owner, isMember: joined !== null } : owner;
  const others = before.filter((member) => !isSamePerson(member, joined) && !isSamePerson(member, left));
  if (joined === null) return updated(rooms, roomId, { customer, members: others, membersTotal });
  const members = firstNamed([...others, joined]);
  return updated(rooms, roomId, { customer, members, membersTotal, readSeqs: { ...readSeqs, [joined.id]: seq } });
}
