import { updated } from "../rooms/listed-rooms.ts";
import type { ChatState } from "../state/shape.ts";
import { type RoomId, unknownCursor } from "../state/entities.ts";
import { withAside } from "./aside.ts";

/** The state with a room that events cannot bring up to date: nothing more is said of it until it is fetched anew. */
export function forgotten(state: ChatState, roomId: RoomId): ChatState {
  const { [roomId]: _history, ...timelines } = state.timelines;
  const rooms = updated(state.rooms, roomId, { cursor: unknownCursor });
  return withAside({ ...state, timelines, rooms }, roomId, {});
}
