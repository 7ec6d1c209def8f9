import { paths } from "../state/navigation/paths.ts";
import { retryUnlessRefused, withoutFailure } from "../state/retries/retries-state.ts";
import type { AppState } from "../state/shape.ts";
import type { Room } from "../state/entities.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import { withRoom } from "../state/rooms/listed-rooms.ts";
import { entered, followRoute, openFailed, opening, openKey, roomNameOf } from "../state/rooms/open-room.ts";

/** Joining a room by a click (ROOM-5, ROOM-9): the page opens it once it is joined. */
export const joinHandlers: Handlers<"room/join-asked" | "room/joined" | "room/join-failed" | "room/join-dropped"> = {
  "room/join-asked": (state, { roomRef }) => {
    const name = roomNameOf(roomRef);
    // SEC-11: the page of a link to join has no other room to stay with.
    const isHere = state.route.kind === "join" && roomNameOf(state.route.roomRef) === name;
    if (isHere) return followRoute(opening(state, name));
    const listed = Object.values(state.rooms.byId).find((room) => room.name === name && room.isMember);
    return listed ? goTo({ ...state, joining: { phase: "none" } }, listed) : join(state, name);
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

/** ROOM-9: repeats a join that failed without an answer. */
export const retryJoin = (state: AppState, isDue: IsDue): Change =>
  state.joining.phase === "failed" && isDue(failureKey(state.joining.roomRef))
    ? join(state, state.joining.roomRef)
    : changed(state);

const failureKey = (roomRef: string): string => `rooms.join.${roomRef}`;

const join = (state: AppState, roomRef: string): Change =>
  changed({ ...state, joining: { phase: "busy", roomRef } }, [{ type: "call-join-room", roomRef }]);

/** Opens a room under its own address, unless the page is there. */
function goTo(state: AppState, { name }: Room): Change {
  const isThere = state.route.kind === "view" && roomNameOf(state.route.roomRef) === name;
  return isThere ? followRoute(state) : changed(state, [{ type: "navigate", to: paths.view(name), replace: false }]);
}

const isJoining = ({ joining }: AppState, roomRef: string): boolean =>
  joining.phase === "busy" && joining.roomRef === roomRef;
