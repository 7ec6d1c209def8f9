import { updated } from "../state/updated-room.ts";
import type { Room, Participant, RoomId, RoomEvent } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";
import { syncSoon, wanted } from "./catch-up.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { roomMembersNamedMax } from "@cuplaj/protocol/limits.ts";
import type { RoomList } from "../state/rooms/rooms-shape.ts";

/** ROOM-2: if a named member leaves, only the server knows who is named instead. It is asked once, however many leave. */
export function withChangedMembers(state: AppState, event: MembersEvent): Change {
  const { roomId } = event;
  const isAsked = lacksNames(state.rooms.byId[roomId]);
  const rooms = withMembers(state.rooms, event);
  const isShort = lacksNames(rooms.byId[roomId]);
  const listed = withListedMembers({ ...state, rooms }, event);
  return changed(listed, isShort && !isAsked ? [{ type: "call-fetch-room", roomId }] : []);
}

/** ROOM-2: named members follow the log, so those of a response are used only if its cursor matches; otherwise the page catches up first. */
export function takeNames(state: AppState, { id, cursor, members, readSeqs }: Room): Change {
  const held = state.rooms.byId[id];
  if (!held || !lacksNames(held)) return changed(state);
  if (held.cursor !== cursor) return syncSoon(wanted(state));
  return changed({
    ...state,
    rooms: updated(state.rooms, id, { members, readSeqs: { ...held.readSeqs, ...readSeqs } }),
  });
}

/** USR-2: updates the open member list. */
function withListedMembers(
  state: AppState,
  event: {
    readonly roomId: RoomId;
    readonly joined: Participant | null;
    readonly left: Participant | null;
    readonly by?: Participant;
    readonly membersTotal: number;
  },
): AppState {
  const { memberList } = state;
  if (memberList?.roomId !== event.roomId) return state;
  const { joined, left, by = null, membersTotal: total } = event;
  const others = memberList.members.filter((one) => !isSamePerson(one, joined) && !isSamePerson(one, left));
  const mayPutOut = isSamePerson(by, me(state)) && joined?.kind !== "customer";
  const members = joined === null ? others : [...others, { ...joined, isOnline: false, mayPutOut }];
  return { ...state, memberList: { ...memberList, members, total } };
}

export type MembersEvent = Extract<RoomEvent, { kind: "members" }>;

/** ROOM-2: the members that the server names if a room has more of them. */
const firstNamed = (members: readonly Participant[]): readonly Participant[] =>
  members.toSorted((left, right) => left.id - right.id).slice(0, roomMembersNamedMax);

export const lacksNames = (room: Room | undefined): boolean =>
  room !== undefined && room.members.length < Math.min(roomMembersNamedMax, room.membersTotal);

function withMembers(rooms: RoomList, event: MembersEvent): RoomList {
  const { roomId, seq, joined, left, membersTotal } = event;
  const { members: before = [], readSeqs = {}, customer: owner = null } = rooms.byId[roomId] ?? {};
  const isOwners = isSamePerson(owner, joined ?? left);
  const customer = owner && isOwners ? { ...owner, isMember: joined !== null } : owner;
  const others = before.filter((member) => !isSamePerson(member, joined) && !isSamePerson(member, left));
  if (joined === null) return updated(rooms, roomId, { customer, members: others, membersTotal });
  const members = firstNamed([...others, joined]);
  return updated(rooms, roomId, { customer, members, membersTotal, readSeqs: { ...readSeqs, [joined.id]: seq } });
}
