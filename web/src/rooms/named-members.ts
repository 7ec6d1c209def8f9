import { roomMembersNamedMax } from "@cuplaj/protocol/limits.ts";
import type { Participant, Room } from "../state/entities.ts";

/** ROOM-2: the members that the server names, where a room has more. */
export const firstNamed = (members: readonly Participant[]): readonly Participant[] =>
  members.toSorted((left, right) => left.id - right.id).slice(0, roomMembersNamedMax);

/** Whether the server would name members unknown here. */
export const lacksNames = (room: Room | undefined): boolean =>
  room !== undefined && room.members.length < Math.min(roomMembersNamedMax, room.membersTotal);
