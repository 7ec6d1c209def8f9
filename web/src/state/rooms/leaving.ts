import type { AppState } from "../shape.ts";
import type { RoomId } from "../entities.ts";
import { changed, type Change } from "../transition.ts";
import { undo } from "../undo/undo-state.ts";

export const leftMax = 20;
export const leaveAlertId = (roomId: RoomId): string => `leave:${roomId}`;

export const undoLeave = (state: AppState, roomId: RoomId): Change =>
  state.leaving[roomId] === "waiting" ? undo(withoutLeaving(state, roomId), leaveAlertId(roomId)) : changed(state);

export const withLeaving = (state: AppState, roomId: RoomId, phase: AppState["leaving"][RoomId]): AppState => ({
  ...state,
  leaving: { ...state.leaving, [roomId]: phase },
});

export function withoutLeaving(state: AppState, roomId: RoomId): AppState {
  if (state.leaving[roomId] === undefined) return state;
  const { [roomId]: _phase, ...leaving } = state.leaving;
  return { ...state, leaving };
}

export function withLeft(state: AppState, roomId: RoomId): AppState {
  const name = state.rooms.byId[roomId]?.name;
  if (name === undefined) return state;
  return { ...state, left: [...state.left.filter((other) => other !== name), name].slice(-leftMax) };
}

export const hasLeft = ({ left, leaving, rooms }: AppState, name: string): boolean =>
  left.includes(name) || Object.keys(leaving).some((roomId) => rooms.byId[Number(roomId)]?.name === name);
