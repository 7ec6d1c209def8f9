import { offerRoomName, parseRoomName } from "@cuplaj/protocol/channels.ts";
import { openHistory } from "../history/open-history.ts";
import { pathOfRoute, paths } from "../navigation/paths.ts";
import { isRefusal } from "../retries/may-pass.ts";
import { retryUnlessRefused, withoutFailure } from "../retries/retries-state.ts";
import type { AppState } from "../shape.ts";
import type { CallError, Room, RoomId } from "../entities.ts";
import { isGone, me } from "../selectors.ts";
import { andThen, changed, type Change, type Context, type Handlers, type IsDue } from "../transition.ts";
import { hasLeft, undoLeave } from "./leaving.ts";
import { withFetchedRoom } from "./room-counts.ts";
import { withPinned } from "./listing-state.ts";
import { readOpened } from "../messages/read-messages.ts";
import type { OpenRoom } from "./rooms-shape.ts";

export const openRoomHandlers = {
  "address/arrived": (state) => followRoute(state),

  // LIST-4: navigates, since the address decides which pane is shown, so that the back gesture returns to the list.
  "room/selected": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    return changed(state, room ? [{ type: "navigate", to: paths.view(room.name), replace: false }] : []);
  },

  "room/close-asked": (state) => changed(state, [{ type: "navigate-back", to: listPath(state) }]),
  "room/retry-asked": (state) => reopenFailed(state),

  "room/viewed": (state, { roomRef, room }) => {
    const listed = withFetchedRoom(withoutFailure(state, openKey(roomRef)), room);
    if (state.openRoom.phase === "looking") return entered(listed, state, roomRef, room);
    return isAwaited(state, roomRef) ? openRoom(listed, room.id) : changed(listed);
  },

  "room/open-failed": (state, event, context) => openFailed(state, event, context),
} satisfies Partial<Handlers>;

/** Handles a room whose address did not open. People who may join it, or have left it, are asked (SEC-11, ROOM-11). */
export function openFailed(
  state: AppState,
  { roomRef, error }: { readonly roomRef: string; readonly error: CallError },
  context: Context,
): Change {
  if (!isAwaited(state, roomRef)) return changed(state);
  const { phase } = state.openRoom;
  const isQuestion = phase === "looking" || (state.route.kind === "view" && hasLeft(state, roomRef));
  const mayJoin = isQuestion && isGone(error) && parseRoomName(roomRef) !== null;
  const isAsked = phase === "opening" && state.route.kind === "join";
  const openRoom: OpenRoom = mayJoin ? { phase: "asking", roomRef } : { phase: "failed", roomRef, error, isAsked };
  return retryUnlessRefused({ ...state, openRoom }, openKey(roomRef), error, context);
}

export const openKey = (roomRef: string): string => `rooms.open.${roomRef}`;

/** Replaces the address of a joined or viewed room, and keeps the message that it names (OLDER-5). */
export function entered(listed: AppState, before: AppState, roomRef: string, room: Room): Change {
  return isAwaited(before, roomRef) ? viewed(listed, room) : changed(listed);
}

function viewed(state: AppState, { name }: Room): Change {
  const to = pathOfRoute({ ...state.route, kind: "view", roomRef: name });
  return changed(state, [{ type: "navigate", to, replace: true }]);
}

export function followRoute(state: AppState): Change {
  const { route } = state;
  if (state.session.phase === "signed-out" || state.connection.phase === "idle") return changed(state);
  if (["home", "search", "request"].includes(route.kind)) return closed(state);
  if (route.kind === "join") return joinRoom(state, route.roomRef);
  return route.kind === "view" ? viewRoom(state, route.roomRef) : changed(state);
}

const reopenFailed = (state: AppState): Change =>
  state.openRoom.phase === "failed" ? followRoute(state) : changed(state);

export const retryOpen = (state: AppState, isDue: IsDue): Change =>
  state.openRoom.phase === "failed" && isDue(openKey(state.openRoom.roomRef)) ? followRoute(state) : changed(state);

export const reopenRefused = (state: AppState): Change =>
  state.openRoom.phase === "failed" && isRefusal(state.openRoom.error) ? followRoute(state) : changed(state);

/** ROOM-5, SEC-11: a link lets a customer in. Staff, whom everyone in the room would see, join only on request. */
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

/** The name of a room, from an address that has the offer's number or the name (ROOM-1). Other text is returned unchanged. */
export function roomNameOf(roomRef: string): string {
  const text = roomRef.trim();
  const name = /^\d+$/.test(text) ? offerRoomName(Number(text)) : text;
  return parseRoomName(name) === null ? roomRef : name;
}

function viewRoom(state: AppState, roomRef: string): Change {
  const listed = roomOfRef(state, roomRef);
  if (!listed) {
    const name = roomNameOf(roomRef);
    return changed(opening(state, name), [{ type: "call-view-room", roomRef: name }]);
  }
  const isOpen = state.openRoom.phase === "open" && state.openRoom.roomId === listed.id;
  // ROOM-8: returning to a room undoes leaving it.
  return isOpen ? changed(state) : andThen(undoLeave(state, listed.id), (stayed) => openRoom(stayed, listed.id));
}

function openRoom(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room) return changed(state);
  const listed = withPinned(state, roomId);
  const atEnd = { ...listed, attention: { ...listed.attention, isAtEnd: true } };
  const history = openHistory(atEnd, room);
  const read = readOpened({ ...history.state, openRoom: { phase: "open", roomId }, reading: [] }, roomId);
  return changed(read.state, [...read.effects, ...history.effects]);
}

/** ROOM-4: opens a room that failed to open, once it is listed, for example because the person was added. A join link redirects to it. */
export function reopened(state: AppState): Change {
  const { route, openRoom } = state;
  const listed = route.kind === "view" || route.kind === "join" ? roomOfRef(state, route.roomRef) : undefined;
  if (!listed) return changed(state);
  return route.kind === "join" && openRoom.phase === "failed" ? viewed(state, listed) : reopenFailed(state);
}

export function closed(state: AppState): Change {
  const isNamed = state.route.kind === "view" || state.route.kind === "join";
  return changed(
    state.openRoom.phase === "none" ? state : withPinned({ ...state, openRoom: { phase: "none" }, reading: [] }, null),
    isNamed ? [{ type: "navigate", to: listPath(state), replace: true }] : [],
  );
}

const listPath = ({ searchResults }: AppState): string => (searchResults === null ? paths.home : paths.search);

export const opening = (state: AppState, roomRef: string): AppState => ({
  ...state,
  openRoom: { phase: "opening", roomRef },
  reading: [],
});

const isAwaited = (state: AppState, roomRef: string): boolean =>
  (state.openRoom.phase === "opening" || state.openRoom.phase === "looking") &&
  state.openRoom.roomRef === roomRef &&
  pathOfRoute(state.route) !== paths.home;

/** The listed room of an address, unless the person is just leaving it. REQ-1: an offer's name also leads to the room of its request. */
export function roomOfRef({ rooms, leaving }: AppState, roomRef: string): Room | undefined {
  const name = roomNameOf(roomRef);
  return Object.values(rooms.byId).find(
    (room) => [room.name, roomNameOf(String(room.offerNumber))].includes(name) && leaving[room.id] !== "sent",
  );
}
