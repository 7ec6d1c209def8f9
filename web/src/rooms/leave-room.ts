import { raiseAlert } from "../alerts/alerts-state.ts";
import { paths } from "../navigation/paths.ts";
import type { AppState } from "../state/shape.ts";
import { isGone, selectedRoomId } from "../state/selectors.ts";
import { andThen, changed, type Change, type Handlers } from "../state/transition.ts";
import {
  cancelLeave,
  leaveAlertId,
  leaveLater,
  leaveUndoMs,
  undoableRoom,
  undoLeave,
  withLeaving,
  withoutLeaving,
} from "./leaving.ts";
import { closed } from "./open-room.ts";
import { withRoomLeft } from "./rooms-state.ts";

/** Leaving a room (ROOM-8): it is hidden at once, and left on the server unless undone in time. */
export const leaveHandlers: Handlers<
  | "room/leave-asked"
  | "room/leave-due"
  | "room/left"
  | "room/leave-failed"
  | "alerts/acted"
  | "alerts/held"
  | "alerts/released"
  | "alerts/hidden"
> = {
  "room/leave-asked": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    if (!room?.isMember || state.leaving[roomId] !== undefined) return changed(state);
    const hidden = changed(withLeaving(state, roomId, "waiting"), [leaveLater(roomId)]);
    const gone = selectedRoomId(state) === roomId ? andThen(hidden, closed) : hidden;
    return andThen(gone, (next) =>
      raiseAlert(next, {
        id: leaveAlertId(roomId),
        type: "success",
        text: { kind: "key", key: "room.left", offerNumber: room.offerNumber },
        action: "undo",
        delayMs: leaveUndoMs,
      }),
    );
  },

  "room/leave-due": (state, { roomId }) =>
    state.leaving[roomId] === "waiting"
      ? changed(withLeaving(state, roomId, "sent"), [{ type: "call-leave-room", roomId }])
      : changed(state),

  "room/left": (state, { roomId }) => withRoomLeft(state, roomId),

  "room/leave-failed": (state, { roomId, error }) => {
    const room = state.rooms.byId[roomId];
    if (state.leaving[roomId] === undefined || room === undefined) return changed(state);
    // A person who may not see the room is not in it.
    if (isGone(error)) return withRoomLeft(state, roomId);
    return raiseAlert(withoutLeaving(state, roomId), {
      id: leaveAlertId(roomId),
      type: "danger",
      text: { kind: "key", key: "room.leaveFailed", offerNumber: room.offerNumber },
    });
  },

  "alerts/acted": (state, { id }) => {
    const roomId = undoableRoom(state, id);
    if (roomId === null) return changed(state);
    const undone = undoLeave(state, roomId);
    const room = state.rooms.byId[roomId];
    if (room === undefined || state.openRoom.phase !== "none") return undone;
    return changed(undone.state, [...undone.effects, { type: "navigate", to: paths.view(room.name), replace: false }]);
  },

  // The toast stays while pointer or focus is on it, and so does its undo.
  "alerts/held": (state, { id }) => {
    const roomId = undoableRoom(state, id);
    return roomId === null ? changed(state) : changed(withLeaving(state, roomId, "held"), [cancelLeave(roomId)]);
  },
  "alerts/released": (state, { id }) => goOn(state, id),
  "alerts/hidden": (state, { id }) => goOn(state, id),
};

/** Leaving restarts its full time once the toast is no longer held. */
function goOn(state: AppState, alertId: string): Change {
  const roomId = undoableRoom(state, alertId);
  return roomId !== null && state.leaving[roomId] === "held"
    ? changed(withLeaving(state, roomId, "waiting"), [leaveLater(roomId)])
    : changed(state);
}
