import { roomMembersNamedMax } from "@cuplaj/protocol/limits.ts";
import { updated } from "../rooms/listed-rooms.ts";
import type { RoomList } from "../rooms/rooms-shape.ts";
import type { Participant, Room, RoomEvent } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";
import { syncSoon, wanted } from "./sync-soon.ts";

/** ROOM-2: the members that the server names, where a room has more. */
const firstNamed = (members: readonly Participant[]): readonly Participant[] =>
  members.toSorted((left, right) => left.id - right.id).slice(0, roomMembersNamedMax);

/** Whether the server would name members unknown here. */
export const lacksNames = (room: Room | undefined): boolean =>
  room !== undefined && room.members.length < Math.min(roomMembersNamedMax, room.membersTotal);

/** ROOM-2: another member replaces a named one who left, and only the server knows whom; it is asked once, however many left. */
export function withChangedMembers(state: AppState, event: MembersEvent): Change {
  const { roomId } = event;
  const isAsked = lacksNames(state.rooms.byId[roomId]);
  const rooms = withMembers(state.rooms, event);
  const isShort = lacksNames(rooms.byId[roomId]);
  return changed({ ...state, rooms }, isShort && !isAsked ? [{ type: "call-fetch-room", roomId }] : []);
}

type MembersEvent = Extract<RoomEvent, { kind: "members" }>;

function withMembers(rooms: RoomList, event: MembersEvent): RoomList {
  const { roomId, seq, joined, left, membersTotal } = event;
  const { members: before = [], readSeqs = {} } = rooms.byId[roomId] ?? {};
  const others = before.filter((member) => !isSamePerson(member, joined) && !isSamePerson(member, left));
  if (joined === null) return updated(rooms, roomId, { members: others, membersTotal });
  const members = firstNamed([...others, joined]);
  return updated(rooms, roomId, { members, membersTotal, readSeqs: { ...readSeqs, [joined.id]: seq } });
}

/**
 * ROOM-2: the named members change with the log alone, and can be taken where both have the same cursor; else catching up brings
 * them together and asks again.
 */
export function takeNames(state: AppState, { id, cursor, members, readSeqs }: Room): Change {
  const held = state.rooms.byId[id];
  if (!held || !lacksNames(held)) return changed(state);
  if (held.cursor !== cursor) return syncSoon(wanted(state));
  return changed({
    ...state,
    rooms: updated(state.rooms, id, { members, readSeqs: { ...held.readSeqs, ...readSeqs } }),
  });
}
