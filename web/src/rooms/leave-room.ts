import { raiseAlert } from "../state/alerts/alerts-state.ts";
import { paths } from "../state/navigation/paths.ts";
import { isGone, selectedRoomId } from "../state/selectors.ts";
import { andThen, changed, type Handlers } from "../state/transition.ts";
import { doUnlessUndone } from "../state/undo/undo-state.ts";
import { leaveAlertId, withLeaving, withoutLeaving } from "../state/rooms/leaving.ts";
import { closed } from "../state/rooms/open-room.ts";
import { withRoomLeft } from "../state/rooms/rooms-state.ts";

/** Leaving a room (ROOM-8): it is hidden at once, and left on the server unless undone in time. */
export const leaveHandlers: Handlers<
  "room/leave-asked" | "room/leave-undone" | "room/leave-due" | "room/left" | "room/leave-failed"
> = {
  "room/leave-asked": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    if (!room?.isMember || state.leaving[roomId] !== undefined) return changed(state);
    const hidden = withLeaving(state, roomId, "waiting");
    const gone = selectedRoomId(state) === roomId ? closed(hidden) : changed(hidden);
    return andThen(gone, (next) =>
      doUnlessUndone(
        next,
        leaveAlertId(roomId),
        {
          due: { type: "room/leave-due", roomId },
          undone: { type: "room/leave-undone", roomId },
          whenLeft: "forgotten",
        },
        { kind: "key", key: "room.left", offerNumber: room.offerNumber },
      ),
    );
  },

  "room/leave-undone": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    if (state.leaving[roomId] !== "waiting") return changed(state);
    const isElsewhere = room === undefined || state.openRoom.phase !== "none";
    return changed(
      withoutLeaving(state, roomId),
      isElsewhere ? [] : [{ type: "navigate", to: paths.view(room.name), replace: false }],
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
    const key = error.code === "offline" ? "room.leaveOffline" : "room.leaveFailed";
    return raiseAlert(withoutLeaving(state, roomId), {
      id: leaveAlertId(roomId),
      type: "danger",
      text: { kind: "key", key, offerNumber: room.offerNumber },
    });
  },
};
