import { offerIdOfRoomName, roomName } from "@cuplaj/protocol/channels.ts";
import { openHistory } from "../history/open-history.ts";
import { pathOfRoute, paths } from "../navigation/paths.ts";
import type { AppState } from "../state/shape.ts";
import type { CallError, Room, RoomId } from "../state/entities.ts";
import { isGone, me } from "../state/selectors.ts";
import { andThen, changed, type Change, type Handlers } from "../state/transition.ts";
import { undoLeave } from "./leaving.ts";
import { withRoom } from "./listed-rooms.ts";
import { readOpened } from "./report-read.ts";

/** Transitions of opening a room: by the list, by an address, by joining. */
export const openRoomHandlers: Handlers<
  "address/arrived" | "room/selected" | "room/retry-asked" | "room/viewed" | "room/open-failed"
> = {
  "address/arrived": (state) => followRoute(state),

  // LIST-4: the address decides which pane shows, so the back gesture leads to the list.
  "room/selected": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    return changed(state, room ? [{ type: "navigate", to: paths.view(room.name), replace: false }] : []);
  },

  "room/retry-asked": (state) => (state.openRoom.phase === "failed" ? followRoute(state) : changed(state)),

  "room/viewed": (state, { roomRef, room }) => {
    const listed = { ...state, rooms: withRoom(state.rooms, room) };
    if (state.openRoom.phase === "looking") return entered(listed, state, roomRef, room);
    return isAwaited(state, roomRef) ? openRoom(listed, room.id) : changed(listed);
  },

  "room/open-failed": (state, { roomRef, error }) => openFailed(state, roomRef, error),
};

/** The conversation that the address asks for did not open; one that the person may join is asked about (SEC-11). */
export function openFailed(state: AppState, roomRef: string, error: CallError): Change {
  if (!isAwaited(state, roomRef)) return changed(state);
  const { phase } = state.openRoom;
  // What is no room's name is nothing to join.
  const mayJoin = phase === "looking" && isGone(error) && offerIdOfRoomName(roomRef) !== null;
  const isAsked = phase === "opening" && state.route.kind === "join";
  return changed({
    ...state,
    openRoom: mayJoin ? { phase: "asking", roomRef } : { phase: "failed", roomRef, error, isAsked },
  });
}

/** From a joined or seen room's address to its own. */
export const entered = (listed: AppState, before: AppState, roomRef: string, { name }: Room): Change =>
  changed(listed, isAwaited(before, roomRef) ? [{ type: "navigate", to: paths.view(name), replace: true }] : []);

/** Makes the conversation what the address says. */
export function followRoute(state: AppState): Change {
  const { route } = state;
  if (state.session.phase === "signed-out" || state.connection.phase === "idle") return changed(state);
  if (route.kind === "home") return closed(state);
  if (route.kind === "join") return joinRoom(state, route.roomRef);
  return route.kind === "view" ? viewRoom(state, route.roomRef) : changed(state);
}

/** ROOM-5, SEC-11: a link lets a customer in; staff, whom everyone in the room would see come, only where they asked for it. */
function joinRoom(state: AppState, roomRef: string): Change {
  const name = roomNameOf(roomRef);
  const { openRoom } = state;
  const isAsked =
    (openRoom.phase === "opening" || (openRoom.phase === "failed" && openRoom.isAsked)) && openRoom.roomRef === name;
  if (isAsked || me(state)?.kind === "customer")
    return changed(opening(state, name), [{ type: "call-join-room", roomRef: name }]);
  return changed({ ...state, openRoom: { phase: "looking", roomRef: name }, reading: [] }, [
    { type: "call-view-room", roomRef: name },
  ]);
}

/** The room that an address names by its offer's number, always, or by its name (ROOM-1); what can be neither stays as it is. */
export function roomNameOf(roomRef: string): string {
  const text = roomRef.trim();
  const name = /^\d+$/.test(text) ? roomName(Number(text)) : text;
  return offerIdOfRoomName(name) === null ? roomRef : name;
}

function viewRoom(state: AppState, roomRef: string): Change {
  const listed = roomOfRef(state, roomRef);
  if (!listed) {
    const name = roomNameOf(roomRef);
    return changed(opening(state, name), [{ type: "call-view-room", roomRef: name }]);
  }
  const isOpen = state.openRoom.phase === "open" && state.openRoom.roomId === listed.id;
  // ROOM-8: whoever goes back into a room does not want to leave it.
  return isOpen ? changed(state) : andThen(undoLeave(state, listed.id), (stayed) => openRoom(stayed, listed.id));
}

/**
 * Opens a listed room (READ-2): its unread count is reset, the server told when there was one, its messages fetched
 * when they are not held. WEB-4: with nobody at the window nothing counts as read yet.
 */
function openRoom(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room) return changed(state);
  const atEnd = { ...state, attention: { ...state.attention, isAtEnd: true } };
  const history = openHistory(atEnd, room);
  const read = readOpened({ ...history.state, openRoom: { phase: "open", roomId }, reading: [] }, roomId);
  return changed(read.state, [...read.effects, ...history.effects]);
}

/** ROOM-4: a conversation that did not open opens once its room is listed, as when somebody was let in meanwhile. */
export function reopened(state: AppState): Change {
  const isListed = state.route.kind === "view" && roomOfRef(state, state.route.roomRef) !== undefined;
  return state.openRoom.phase === "failed" && isListed ? followRoute(state) : changed(state);
}

/** No conversation on screen; the address follows when it still names one. */
export function closed(state: AppState): Change {
  const isNamed = state.route.kind === "view" || state.route.kind === "join";
  return changed(
    state.openRoom.phase === "none" ? state : { ...state, openRoom: { phase: "none" }, reading: [] },
    isNamed ? [{ type: "navigate", to: paths.home, replace: true }] : [],
  );
}

/** The state that waits for a room to open. */
export const opening = (state: AppState, roomRef: string): AppState => ({
  ...state,
  openRoom: { phase: "opening", roomRef },
  reading: [],
});

/** Whether an answer about this room is still what the address asks for. */
const isAwaited = (state: AppState, roomRef: string): boolean =>
  (state.openRoom.phase === "opening" || state.openRoom.phase === "looking") &&
  state.openRoom.roomRef === roomRef &&
  pathOfRoute(state.route) !== paths.home;

/** The listed room of an address; one that the server was told to leave is none any more. */
function roomOfRef(state: AppState, roomRef: string): Room | undefined {
  const name = roomNameOf(roomRef);
  return Object.values(state.rooms.byId).find((room) => room.name === name && state.leaving[room.id] !== "sent");
}
