import type { AppState } from "./shape.ts";
import { markOf, ownRooms, pinnedFirst } from "./own-rooms/own-rooms.ts";
import type { CallError, Me, Participant, Room, RoomId } from "./entities.ts";

export const me = (state: AppState): Me | null => (state.session.phase === "signed-in" ? state.session.me : null);

/** POST-6: whether a link of an e-mail opened the session, which then has only one room. */
export const isOfOneRoom = (state: AppState): boolean => me(state)?.onlyRoom !== undefined;

/** The key of a person's data on the device: kind and id, since people of different kinds may have the same id. */
export const ownerKey = ({ kind, id }: Pick<Participant, "id" | "kind">): string => `${kind}.${id}`;

export const ownerOf = (state: AppState): string | null => {
  const self = me(state);
  return self && ownerKey(self);
};

export const unsentCount = ({ pending }: AppState): number => Object.values(pending).flat().length;

/** The token of the signed-in person's calls. Responses to an older token are dropped. */
export const tokenOf = ({ session }: AppState): string | null => (session.phase === "signed-in" ? session.token : null);

/** Whether the resource does not exist for this person, now or later (ERR-2). */
export const isGone = ({ code }: CallError): boolean => code === "not_found" || code === "forbidden";

export const isListUsable = ({ rooms }: AppState): boolean => rooms.page > 0 || rooms.phase === "failed";

/** PERF-1i: whether the content of the address is shown: the room's first messages, the list if the address names no room, or an error. */
export function isShown(state: AppState): boolean {
  const { openRoom, timelines } = state;
  if (openRoom.phase === "none") return isListUsable(state);
  if (openRoom.phase === "open") return (timelines[openRoom.roomId]?.phase ?? "loading") !== "loading";
  return openRoom.phase !== "opening" && openRoom.phase !== "looking";
}

/** ASK-1a: whether a customer is at the form of a new request. */
export const isRequesting = (state: AppState): boolean =>
  state.route.kind === "request" && me(state)?.kind === "customer";

/** The pane that a narrow window shows. */
export const shownPane = (state: AppState): "rooms" | "conversation" =>
  state.openRoom.phase === "none" && !isRequesting(state) ? "rooms" : "conversation";

export const isOnline = (state: AppState): boolean => state.connection.phase === "online";

export const isOffline = ({ connection }: Pick<AppState, "connection">): boolean => connection.phase === "offline";

/** The connection as shown to the person. A socket without the person's own channel counts as still connecting (CONN-1, CONN-6). */
export function shownConnection({ connection }: AppState): "connecting" | "online" | "offline" | "refused" {
  if (connection.phase === "offline") return "offline";
  if (connection.ownChannel === "missing") return "connecting";
  return connection.ownChannel === "held" ? "online" : "refused";
}

/** The order is cached, since the list's rows read it whenever the state changes. */
let shown: { readonly by: readonly unknown[]; readonly order: readonly RoomId[] } = { by: [], order: [] };

/** The list's rooms as shown: pinned first (ORDER-1), then by newest activity, without those being left (ROOM-8). */
export function shownRooms(state: AppState): readonly RoomId[] {
  const { rooms, leaving } = state;
  const { pinned } = ownRooms(state);
  const by = [rooms.order, leaving, pinned];
  if (by.every((each, i) => each === shown.by[i])) return shown.order;
  const stays = Object.keys(leaving).length === 0 ? rooms.order : rooms.order.filter((id) => leaving[id] === undefined);
  shown = { by, order: pinnedFirst(stays, pinned) };
  return shown.order;
}

export const selectedRoomId = (state: AppState): RoomId | null =>
  state.openRoom.phase === "open" ? state.openRoom.roomId : null;

export const isSamePerson = (
  a: Pick<Participant, "id" | "kind"> | null,
  b: Pick<Participant, "id" | "kind"> | null,
): boolean => a !== null && b !== null && a.id === b.id && a.kind === b.kind;

export const isSilenced = (self: Me | null, author: Pick<Participant, "id" | "kind">): boolean =>
  self?.silenced.some((silenced) => isSamePerson(silenced, author)) ?? false;

/** Whether the person is reading this room: it is open with messages, its window visible and focused, its list at the end (WEB-4). */
export const isReading = (state: AppState, roomId: RoomId): boolean =>
  state.openRoom.phase === "open" &&
  state.openRoom.roomId === roomId &&
  state.timelines[roomId]?.phase === "ready" &&
  state.attention.isVisible &&
  state.attention.isFocused &&
  state.attention.isAtEnd;

export const isVisitorIn = ({ rooms }: AppState, roomId: RoomId): boolean => rooms.byId[roomId]?.isMember === false;
export const unreadCount = ({ unread }: Room): number => unread.count + unread.since.length;

/** The unread count that a room shows, at least 1 if marked (ORDER-4). Messages being read are not counted, so that no count flashes for 2 s. */
export function shownUnread(state: AppState, roomId: RoomId): number {
  const room = state.rooms.byId[roomId];
  if (!room) return 0;
  const marked = markOf(state, roomId) === null ? 0 : 1;
  return isReading(state, roomId) ? marked : Math.max(unreadCount(room), marked);
}

export function unreadTotal(state: AppState): number {
  let total = sumOf(state.rooms.unreadElsewhere);
  for (const { id } of Object.values(state.rooms.byId)) {
    if (state.leaving[id] === undefined) total += shownUnread(state, id);
  }
  return total;
}

const sums = new WeakMap<object, number>();

function sumOf(counts: Readonly<Record<RoomId, number>>): number {
  const known = sums.get(counts);
  if (known !== undefined) return known;
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  sums.set(counts, sum);
  return sum;
}
