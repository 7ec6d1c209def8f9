import type { AppState } from "./shape.ts";
import type { CallError, Me, Participant, Room, RoomId } from "./entities.ts";

/** The signed-in person, or null. */
export const me = (state: AppState): Me | null => (state.session.phase === "signed-in" ? state.session.me : null);

/** Whose something kept on the device is: by kind and id, since ids alone never decide. */
export const ownerKey = ({ kind, id }: Pick<Participant, "id" | "kind">): string => `${kind}.${id}`;

/** Messages of one's own that the server has not confirmed, over all rooms. */
export const unsentCount = ({ pending }: AppState): number => Object.values(pending).flat().length;

/** What the signed-in person's calls are made with; an answer to an older one is for nobody. */
export const tokenOf = ({ session }: AppState): string | null => (session.phase === "signed-in" ? session.token : null);

/** Whether what was asked for is not there for this person, and will not be by asking again (ERR-2). */
export const isGone = ({ code }: CallError): boolean => code === "not_found" || code === "forbidden";

/** `ws_online` of the specification (CONN-1). */
export const isOnline = (state: AppState): boolean => state.connection.phase === "online";

/** What is shown of the connection: a socket on which nobody listens yet brings nothing and is still connecting (CONN-1, CONN-6). */
export function shownConnection({ connection }: AppState): "connecting" | "online" | "offline" | "refused" {
  if (connection.phase === "offline") return "offline";
  if (connection.ownChannel === "missing") return "connecting";
  return connection.ownChannel === "held" ? "online" : "refused";
}

/** The rooms of the list as it is shown, newest activity first: without those that the person is leaving (ROOM-8). */
export function shownRooms({ rooms, leaving }: AppState): readonly RoomId[] {
  return Object.keys(leaving).length === 0 ? rooms.order : rooms.order.filter((id) => leaving[id] === undefined);
}

/** The room on screen, by id (WEB-3); null when none is open. */
export const selectedRoomId = (state: AppState): RoomId | null =>
  state.openRoom.phase === "open" ? state.openRoom.roomId : null;

/** The selected room's place in the list, the specification's `selectedRoom`; -1 when it is not listed. */
export function selectedIndex(state: AppState): number {
  const id = selectedRoomId(state);
  return id === null ? -1 : state.rooms.order.indexOf(id);
}

/** Whether two are the same person: id and kind, never the name. */
export const isSamePerson = (
  a: Pick<Participant, "id" | "kind"> | null,
  b: Pick<Participant, "id" | "kind"> | null,
): boolean => a !== null && b !== null && a.id === b.id && a.kind === b.kind;

/** Whether somebody reads this room right now: open, its messages there, window visible and focused, list at its end (WEB-4). */
export const isReading = (state: AppState, roomId: RoomId): boolean =>
  state.openRoom.phase === "open" &&
  state.openRoom.roomId === roomId &&
  state.timelines[roomId]?.phase === "ready" &&
  state.attention.isVisible &&
  state.attention.isFocused &&
  state.attention.isAtEnd;

/** Whether the signed-in person looks into this room without belonging to it (VISIT-1). */
export const isVisitorIn = ({ rooms }: AppState, roomId: RoomId): boolean => rooms.byId[roomId]?.isMember === false;

/** ROOM-7: how many messages of a room are unread. */
export const unreadCount = ({ unread }: Room): number => unread.count + unread.since.length;

/** The unread count to show for a room: what is being read right now does not blink up for two seconds. */
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

/** Whether messages of this person are silent for the signed-in one. */
export const isSilenced = (state: AppState, person: Participant): boolean =>
  me(state)?.silenced.some((silenced) => isSamePerson(silenced, person)) ?? false;
