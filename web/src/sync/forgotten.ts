import { withoutLiveRange } from "../state/history/timeline.ts";
import { updated } from "../state/updated-room.ts";
import { type RoomId, unknownCursor } from "../state/entities.ts";
import { selectedRoomId } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { withEarlyEvents } from "./early-events.ts";

/**
 * The state with a room that events cannot bring up to date: no event applies to it until it is fetched anew. The range being read
 * stays, as of a `seq` of its log, unless that log is numbered anew.
 */
export function forgotten(state: AppState, roomId: RoomId, upto?: number): AppState {
  const { [roomId]: timeline, ...others } = state.timelines;
  const room = state.rooms.byId[roomId];
  const isReadable = selectedRoomId(state) === roomId && room?.epoch === state.sync.epoch;
  const shown =
    timeline && room && isReadable ? withoutLiveRange(timeline, upto ?? room.cursor, state.attention.isAtEnd) : null;
  const timelines = shown ? { ...others, [roomId]: shown } : others;
  const rooms = updated(state.rooms, roomId, { cursor: unknownCursor });
  return withEarlyEvents({ ...state, timelines, rooms }, roomId, {});
}
