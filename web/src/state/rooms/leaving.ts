import type { AppState } from "../shape.ts";
import type { RoomId } from "../entities.ts";
import { changed, type Change } from "../transition.ts";
import { undo } from "../undo/undo-state.ts";

/** How many rooms the page knows as left. */
export const leftMax = 20;

/** The alert that offers to undo leaving a room, or names its failure. */
export const leaveAlertId = (roomId: RoomId): string => `leave:${roomId}`;

/** The change that undoes leaving a room; none where nobody is leaving it, or the call is out. */
export const undoLeave = (state: AppState, roomId: RoomId): Change =>
  state.leaving[roomId] === "waiting" ? undo(withoutLeaving(state, roomId), leaveAlertId(roomId)) : changed(state);

/** The state with a room's leaving at this stage. */
export const withLeaving = (state: AppState, roomId: RoomId, phase: AppState["leaving"][RoomId]): AppState => ({
  ...state,
  leaving: { ...state.leaving, [roomId]: phase },
});

/** The state without a room's leaving. */
export function withoutLeaving(state: AppState, roomId: RoomId): AppState {
  if (state.leaving[roomId] === undefined) return state;
  const { [roomId]: _phase, ...leaving } = state.leaving;
  return { ...state, leaving };
}

/** The state in which a room is known as left (ROOM-11). */
export function withLeft(state: AppState, roomId: RoomId): AppState {
  const name = state.rooms.byId[roomId]?.name;
  if (name === undefined) return state;
  return { ...state, left: [...state.left.filter((other) => other !== name), name].slice(-leftMax) };
}

/** Whether the person has left this room, or the call is out. */
export const hasLeft = ({ left, leaving, rooms }: AppState, name: string): boolean =>
  left.includes(name) || Object.keys(leaving).some((roomId) => rooms.byId[Number(roomId)]?.name === name);
