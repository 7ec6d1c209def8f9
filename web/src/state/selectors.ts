import type { AppState } from "./shape.ts";
import type { CallError, Me, Participant, Room, RoomId } from "./entities.ts";

/** The signed-in person, or null. */
export const me = (state: AppState): Me | null => (state.session.phase === "signed-in" ? state.session.me : null);

/** Whose data on the device it is: by kind and id, since an id alone is ambiguous. */
export const ownerKey = ({ kind, id }: Pick<Participant, "id" | "kind">): string => `${kind}.${id}`;

/** Own unconfirmed messages, over all rooms. */
export const unsentCount = ({ pending }: AppState): number => Object.values(pending).flat().length;

/** The token of the signed-in person's calls; an answer to an older one is dropped. */
export const tokenOf = ({ session }: AppState): string | null => (session.phase === "signed-in" ? session.token : null);

/** Whether the answer means not there for this person, now and when asked again (ERR-2). */
export const isGone = ({ code }: CallError): boolean => code === "not_found" || code === "forbidden";

/** `ws_online` of the specification (CONN-1). */
export const isOnline = (state: AppState): boolean => state.connection.phase === "online";

/** The shown connection: a socket without the own channel brings nothing and is still connecting (CONN-1, CONN-6). */
export function shownConnection({ connection }: AppState): "connecting" | "online" | "offline" | "refused" {
  if (connection.phase === "offline") return "offline";
  if (connection.ownChannel === "missing") return "connecting";
  return connection.ownChannel === "held" ? "online" : "refused";
}

/** The rooms of the list as shown, newest activity first: without those being left (ROOM-8). */
export function shownRooms({ rooms, leaving }: AppState): readonly RoomId[] {
  return Object.keys(leaving).length === 0 ? rooms.order : rooms.order.filter((id) => leaving[id] === undefined);
}

/** The open room's id (WEB-3); null when none is open. */
export const selectedRoomId = (state: AppState): RoomId | null =>
  state.openRoom.phase === "open" ? state.openRoom.roomId : null;

/** The open room's index in the list, the specification's `selectedRoom`; -1 when it is not listed. */
export function selectedIndex(state: AppState): number {
  const id = selectedRoomId(state);
  return id === null ? -1 : state.rooms.order.indexOf(id);
}

/** Whether two are the same person: id and kind, never the name. */
export const isSamePerson = (
  a: Pick<Participant, "id" | "kind"> | null,
  b: Pick<Participant, "id" | "kind"> | null,
): boolean => a !== null && b !== null && a.id === b.id && a.kind === b.kind;

/** Whether the person reads this room now: open, its messages there, window visible and focused, list at its end (WEB-4). */
export const isReading = (state: AppState, roomId: RoomId): boolean =>
  state.openRoom.phase === "open" &&
  state.openRoom.roomId === roomId &&
  state.timelines[roomId]?.phase === "ready" &&
  state.attention.isVisible &&
  state.attention.isFocused &&
  state.attention.isAtEnd;

/** Whether the signed-in person is a visitor of this room (VISIT-1). */
export const isVisitorIn = ({ rooms }: AppState, roomId: RoomId): boolean => rooms.byId[roomId]?.isMember === false;

/** ROOM-7: a room's unread messages. */
export const unreadCount = ({ unread }: Room): number => unread.count + unread.since.length;

/** The unread count to show for a room: messages being read right now do not blink up for two seconds. */
export function shownUnread(state: AppState, roomId: RoomId): number {
  const room = state.rooms.byId[roomId];
  return !room || isReading(state, roomId) ? 0 : unreadCount(room);
}

/** Unread messages over all rooms, listed or not: the number on badge and title. */
export function unreadTotal(state: AppState): number {
  let total = 0;
  for (const count of Object.values(state.rooms.unreadElsewhere)) total += count;
  for (const { id } of Object.values(state.rooms.byId)) {
    if (state.leaving[id] === undefined) total += shownUnread(state, id);
  }
  return total;
}
