import type { AppState, Effect } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { changed, type Change } from "../state/transition.ts";

/** How long leaving can be undone before the call, ms (ROOM-8). */
export const leaveUndoMs = 5000;

/** How many rooms the page knows as left. */
export const leftMax = 20;

/** The alert that offers to undo leaving a room, or names its failure. */
export const leaveAlertId = (roomId: RoomId): string => `leave:${roomId}`;

/** The room whose leaving an alert can undo, or null. */
export function undoableRoom(state: AppState, alertId: string): RoomId | null {
  const roomId = Object.keys(state.leaving)
    .map(Number)
    .find((each) => leaveAlertId(each) === alertId);
  return roomId !== undefined && isUndoable(state, roomId) ? roomId : null;
}

/** The change that undoes leaving a room; none where nobody is leaving it, or the call is out. */
export function undoLeave(state: AppState, roomId: RoomId): Change {
  if (!isUndoable(state, roomId)) return changed(state);
  const id = leaveAlertId(roomId);
  return changed(withoutLeaving(state, roomId), [
    cancelLeave(roomId),
    { type: "dispatch-later", key: `hide:${id}`, delayMs: 0, event: { type: "alerts/hidden", id } },
  ]);
}

/** Asks the server once the time to undo is over. */
export const leaveLater = (roomId: RoomId): Effect => ({
  type: "dispatch-later",
  key: timerKey(roomId),
  delayMs: leaveUndoMs,
  event: { type: "room/leave-due", roomId },
});

export const cancelLeave = (roomId: RoomId): Effect => ({ type: "cancel-later", key: timerKey(roomId) });

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

const timerKey = (roomId: RoomId): string => `leave-room:${roomId}`;

const isUndoable = ({ leaving }: AppState, roomId: RoomId): boolean =>
  leaving[roomId] === "waiting" || leaving[roomId] === "held";
