import { updated } from "../state/updated-room.ts";
import { lacksNames, type MembersEvent, withMembers } from "../state/rooms/named-members.ts";
import type { Room } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";
import { withListedMembers } from "../state/participants/listed-members.ts";
import { syncSoon, wanted } from "./sync-soon.ts";

/** ROOM-2: another member replaces a named one who left, and only the server knows whom; it is asked once, however many left. */
export function withChangedMembers(state: AppState, event: MembersEvent): Change {
  const { roomId } = event;
  const isAsked = lacksNames(state.rooms.byId[roomId]);
  const rooms = withMembers(state.rooms, event);
  const isShort = lacksNames(rooms.byId[roomId]);
  const listed = withListedMembers({ ...state, rooms }, event);
  return changed(listed, isShort && !isAsked ? [{ type: "call-fetch-room", roomId }] : []);
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
