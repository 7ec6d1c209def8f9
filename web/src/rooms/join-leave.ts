import { paths } from "../state/navigation/paths.ts";
import { retryUnlessRefused, withoutFailure } from "../state/retries/retries-state.ts";
import type { AppState } from "../state/shape.ts";
import type { Room } from "../state/entities.ts";
import { changed, type Change, type Handlers, type IsDue, andThen } from "../state/transition.ts";
import { withRoom } from "../state/rooms/listed-rooms.ts";
import { titleOf } from "../state/rooms/room-title.ts";
import {
  entered,
  followRoute,
  openFailed,
  opening,
  openKey,
  roomNameOf,
  roomOfRef,
  closed,
} from "../state/rooms/open-room.ts";
import { raiseAlert } from "../state/alerts/alerts-state.ts";
import { isGone, selectedRoomId } from "../state/selectors.ts";
import { doUnlessUndone } from "../state/undo/undo-state.ts";
import { leaveAlertId, withLeaving, withoutLeaving } from "../state/rooms/leaving.ts";
import { withRoomLeft } from "../state/rooms/rooms-state.ts";

/** ROOM-5, ROOM-9: the page opens a room once it is joined. */
export const joinHandlers: Handlers<"room/join-asked" | "room/joined" | "room/join-failed" | "room/join-dropped"> = {
  "room/join-asked": (state, { roomRef }) => {
    const name = roomNameOf(roomRef);
    // SEC-11: the page of a join link has no other room to stay in.
    const isHere = state.route.kind === "join" && roomNameOf(state.route.roomRef) === name;
    if (isHere) return followRoute(opening(state, name));
    const listed = roomOfRef(state, name);
    return listed?.isMember ? goTo({ ...state, joining: { phase: "none" } }, listed) : join(state, name);
  },

  "room/joined": (state, { roomRef, room }) => {
    const answered = [failureKey(roomRef), openKey(roomRef)].reduce(withoutFailure, state);
    const listed = { ...answered, rooms: withRoom(state.rooms, room) };
    if (!isJoining(state, roomRef)) return entered(listed, state, roomRef, room);
    return goTo({ ...listed, joining: { phase: "none" } }, room);
  },

  "room/join-failed": (state, { roomRef, error }, context) => {
    if (!isJoining(state, roomRef)) return openFailed(state, { roomRef, error }, context);
    const failed: AppState = { ...state, joining: { phase: "failed", roomRef, error } };
    return retryUnlessRefused(failed, failureKey(roomRef), error, context);
  },

  "room/join-dropped": (state) => changed({ ...state, joining: { phase: "none" } }),
};

export const retryJoin = (state: AppState, isDue: IsDue): Change =>
  state.joining.phase === "failed" && isDue(failureKey(state.joining.roomRef))
    ? join(state, state.joining.roomRef)
    : changed(state);

const failureKey = (roomRef: string): string => `rooms.join.${roomRef}`;

const join = (state: AppState, roomRef: string): Change =>
  changed({ ...state, joining: { phase: "busy", roomRef } }, [{ type: "call-join-room", roomRef }]);

function goTo(state: AppState, { name }: Room): Change {
  const isThere = state.route.kind === "view" && roomNameOf(state.route.roomRef) === name;
  return isThere ? followRoute(state) : changed(state, [{ type: "navigate", to: paths.view(name), replace: false }]);
}

const isJoining = ({ joining }: AppState, roomRef: string): boolean =>
  joining.phase === "busy" && joining.roomRef === roomRef;

/** ROOM-8: hides the room at once, and leaves it on the server unless undone in time. */
export const leaveHandlers: Handlers<
  "room/leave-asked" | "room/leave-undone" | "room/leave-due" | "room/left" | "room/leave-failed"
> = {
  "room/leave-asked": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    if (!room?.isMember || state.leaving[roomId] !== undefined) return changed(state);
    const hidden = withLeaving(state, roomId, "waiting");
    const gone = selectedRoomId(state) === roomId ? closed(hidden) : changed(hidden);
    const due = { type: "room/leave-due", roomId } as const;
    const undone = { type: "room/leave-undone", roomId } as const;
    const text = { kind: "key", key: "room.left", room: titleOf(room) } as const;
    return andThen(gone, (next) =>
      doUnlessUndone(next, leaveAlertId(roomId), { due, undone, whenLeft: "forgotten" }, text),
    );
  },

  "room/leave-undone": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    if (state.leaving[roomId] !== "waiting") return changed(state);
    const back = withoutLeaving(state, roomId);
    if (room === undefined || state.openRoom.phase !== "none") return changed(back);
    return changed(back, [{ type: "navigate", to: paths.view(room.name), replace: false }]);
  },

  "room/leave-due": (state, { roomId }) =>
    state.leaving[roomId] === "waiting"
      ? changed(withLeaving(state, roomId, "sent"), [{ type: "call-leave-room", roomId }])
      : changed(state),

  "room/left": (state, { roomId }) => withRoomLeft(state, roomId),

  "room/leave-failed": (state, { roomId, error }) => {
    const room = state.rooms.byId[roomId];
    if (state.leaving[roomId] === undefined || room === undefined) return changed(state);
    // People who may no longer see the room are not in it anyway.
    if (isGone(error)) return withRoomLeft(state, roomId);
    const key = error.code === "offline" ? "room.leaveOffline" : "room.leaveFailed";
    return raiseAlert(withoutLeaving(state, roomId), {
      id: leaveAlertId(roomId),
      type: "danger",
      text: { kind: "key", key, room: titleOf(room) },
    });
  },
};
