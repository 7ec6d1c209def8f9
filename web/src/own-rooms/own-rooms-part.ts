import { pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";
import { reloadedPath } from "../platform/page/address.ts";
import { deviceList } from "../platform/storage/device-list.ts";
import { type PressPoint, raiseAlert } from "../state/alerts/alerts-state.ts";
import type { RoomId } from "../state/entities.ts";
import { withUnreadStart } from "../state/history/open-history.ts";
import { routeOfPath } from "../state/navigation/paths.ts";
import { markOf, ownRooms } from "../state/own-rooms/own-rooms.ts";
import type { Part } from "../state/part.ts";
import { isInDoubt, isServerAway } from "../state/retries/may-pass.ts";
import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { roomNameOf } from "../state/rooms/open-room.ts";
import { reportRead } from "../state/messages/read-messages.ts";
import { holdsAll } from "../state/rooms/room-counts.ts";
import { isOffline, me, ownerKey, selectedRoomId, unreadCount } from "../state/selectors.ts";
import type { AlertKeys, AppState, Effect } from "../state/shape.ts";
import { withMe } from "../state/sign-in/sign-in-state.ts";
import { andThen, askToSync, changed, type Change } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";
import { wishesWhere, withWish } from "../state/wishes.ts";
import type {
  OwnRoomsEffects,
  OwnRoomsEvents,
  OwnRoomsState,
  OwnRoomWish,
} from "../state/own-rooms/own-rooms-shape.ts";

const lastOpened = deviceList("cuplaj.opened.", 100);

/** Pins, mutes and marks rooms. Changes show at once, each kind has one call at a time, and the last wish wins (ORDER-3). */
export const ownRoomsPart: Part<OwnRoomsState, OwnRoomsEvents, Omit<OwnRoomsEffects, "call-arrange-room">> = {
  initial: { ownRoomWishes: {}, lastOpened: null },
  handlers: {
    "own-rooms/wished": (state, { wish, at = null }) => arrange(state, wish, at),

    "own-rooms/read-wished": (state, { roomId, isRead, at = null }) =>
      isRead ? markRead(state, roomId, at) : markUnread(state, roomId, at),

    "own-rooms/answered": (state, { key, me: self }) => {
      const wished = state.ownRoomWishes[key];
      const known = withMe(withoutFailure(state, failureKey(key)), self);
      if (!wished) return known;
      const over = changed(withOwn(known.state, key, null), known.effects);
      return wished.wish === wished.sent ? over : andThen(over, (next) => send(next, wished.wish, wished.at));
    },

    "own-rooms/failed": (state, { key, error }, context) => {
      const wished = state.ownRoomWishes[key];
      if (!wished) return changed(state);
      const { wish, at } = wished;
      if (isByOpening(wish) && isServerAway(error))
        return retryLater(withOwn(state, key, { wish, sent: null, at }), failureKey(key), error, context);
      const back = withOwn(withoutFailure(state, failureKey(key)), key, null);
      if (isByOpening(wish)) return changed(back);
      if (isInDoubt(error)) return say(back, at, "actions.refused.noAnswer");
      return say(back, at, error.code === "offline" ? "ownRooms.offline" : "ownRooms.failed");
    },

    "own-rooms/last-opened-known": (state, { names }) => changed({ ...state, lastOpened: names }),
    "own-rooms/work-asked": (state) => changed(state, holdsAll(state) ? [] : workPages(state)),
    "session/started": (state) => changed(state, [{ type: "load-last-opened" }]),

    "rooms/removed": (state, { roomId }) =>
      changed({ ...state, ownRoomWishes: wishesWhere(state.ownRoomWishes, ({ wish }) => wish.roomId !== roomId) }),
  },
  follow: (before, after) => [
    ...followOpened(before, after),
    ...followMarks(before, after),
    ...followPins(before, after),
  ],
  retry: (state, isDue) =>
    Object.entries(state.ownRoomWishes)
      .filter(([key, { sent }]) => sent === null && isDue(failureKey(key)))
      .reduce(
        (change, [key, { wish, at }]) => andThen(change, (next) => send(underWay(next, failureKey(key)), wish, at)),
        changed(state),
      ),
  run: ({ store: { getState, dispatch } }) => {
    const endsMark = createOpenings();
    return {
      "note-opened": ({ roomId }) => {
        const name = getState().rooms.byId[roomId]?.name ?? "";
        const self = me(getState());
        if (self) dispatch({ type: "own-rooms/last-opened-known", names: lastOpened.save(ownerKey(self), name) });
        const wish = { kind: "mark", roomId, from: null, isByOpening: true } as const;
        if (endsMark(name)) dispatch({ type: "own-rooms/wished", wish });
      },
      "load-last-opened": () => {
        const self = me(getState());
        if (self) dispatch({ type: "own-rooms/last-opened-known", names: lastOpened.stored(ownerKey(self)) });
      },
      "forget-session": () => lastOpened.forgetAll(),
    };
  },
};

/** ORDER-4b: reloading a page does not count as opening its room. */
function createOpenings(): (name: string) => boolean {
  let path = reloadedPath();
  return (name) => {
    const route = path === null ? null : routeOfPath(path);
    path = null;
    return route?.kind !== "view" || roomNameOf(route.roomRef) !== name;
  };
}

type PressedAt = PressPoint | null;

/** LIST-8: requests unread and waiting rooms, which may be beyond the loaded list. Customers never see waits. */
const workPages = (state: AppState): readonly Effect[] => [
  { type: "call-view-page", view: { filter: "unread", sort: "activity" }, page: 1 },
  ...(me(state)?.kind === "customer"
    ? []
    : [{ type: "call-view-page", view: { filter: "all", sort: "waiting" }, page: 1 } as const]),
];

/** ORDER-4a: marks the room as read to its end. Without a connection nothing changes, not even what is unread. */
function markRead(state: AppState, roomId: RoomId, at: PressedAt): Change {
  if (isOffline(state)) return say(state, at, "ownRooms.offline");
  const ended = arrange(state, { kind: "mark", roomId, from: null, isByOpening: false }, at);
  return andThen(ended, (next) => (isMemberOf(next, roomId) ? readAll(next, roomId) : changed(next)));
}

function markUnread(state: AppState, roomId: RoomId, at: PressedAt): Change {
  const from = state.rooms.byId[roomId]?.lastMessage?.seq;
  return from === undefined ? changed(state) : arrange(state, { kind: "mark", roomId, from, isByOpening: false }, at);
}

function arrange(state: AppState, wish: OwnRoomWish, at: PressedAt): Change {
  if (!isMemberOf(state, wish.roomId) || isSo(state, wish)) return changed(state);
  // Opening a room is not an explicit wish, so if offline, ending its mark waits for the server.
  if (isOffline(state) && !isByOpening(wish)) return say(state, at, "ownRooms.offline");
  if (wish.kind === "mark") return send(withDivider(state, wish.roomId, wish.from), wish, at);
  const isFull = wish.kind === "pinned" && wish.isWanted && ownRooms(state).pinned.length >= pinnedRoomsMax;
  return isFull ? say(state, at, "ownRooms.pinsFull") : send(state, wish, at);
}

const isMemberOf = ({ rooms }: AppState, roomId: RoomId): boolean => rooms.byId[roomId]?.isMember === true;

const isByOpening = (wish: OwnRoomWish): boolean => wish.kind === "mark" && wish.isByOpening;

/** ORDER-4b: opening a room removes its mark. */
function followOpened(before: AppState, after: AppState): readonly Effect[] {
  const roomId = selectedRoomId(after);
  return roomId !== null && selectedRoomId(before) !== roomId ? [{ type: "note-opened", roomId }] : [];
}

/** SIL-2d: requests counts when marks change, since only the server knows the unread count under a mark. */
function followMarks(before: AppState, after: AppState): readonly Effect[] {
  const [were, are] = [me(before)?.rooms.unread ?? [], me(after)?.rooms.unread ?? []];
  if (were === are || before.session.phase !== "signed-in" || isSameList(were, are)) return [];
  const isElsewhere = [...were, ...are].some(({ id }) => !after.rooms.byId[id]);
  return [askToSync(0), ...(isElsewhere && after.rooms.page > 0 ? [{ type: "call-unread" } as const] : [])];
}

/** Reorders the rooms when pins change: first as the person wishes, and again when the server confirms it. */
function followPins(before: AppState, after: AppState): readonly Effect[] {
  const [were, are] = [ownRooms(before).pinned, ownRooms(after).pinned];
  const stored = me(before)?.rooms.pinned ?? [];
  const isConfirmed = !isSameList(stored, me(after)?.rooms.pinned ?? []);
  const isSignedIn = before.session.phase === "signed-in" && after.session.phase === "signed-in";
  if (!isSignedIn || (!isConfirmed && isSameList(were, are))) return [];
  // A page loaded before the server knew the change has the old pins at the top.
  const unpinned = [...new Set([...were, ...stored])].filter((id) => !are.includes(id));
  return [{ type: "dispatch", event: { type: "own-rooms/pins-changed", unpinned } }];
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function isSo(state: AppState, wish: OwnRoomWish): boolean {
  if (wish.kind === "mark") return markOf(state, wish.roomId) === wish.from;
  return ownRooms(state)[wish.kind].includes(wish.roomId) === wish.isWanted;
}

function send(state: AppState, wish: OwnRoomWish, at: PressedAt): Change {
  const key = keyOf(wish);
  const before = state.ownRoomWishes[key];
  if (before && before.sent !== null) return changed(withOwn(state, key, { wish, sent: before.sent, at }));
  return changed(withOwn(state, key, { wish, sent: wish, at }), [{ type: "call-arrange-room", key, wish }]);
}

/** READ-3: moves the unread divider of an open room at once. */
function withDivider(state: AppState, roomId: RoomId, dividerSeq: number | null): AppState {
  const timeline = state.timelines[roomId];
  if (!timeline || dividerSeq === null || selectedRoomId(state) !== roomId) return state;
  return { ...state, timelines: { ...state.timelines, [roomId]: { ...timeline, dividerSeq } } };
}

/** ORDER-4a: counts everything as read without opening the room. */
function readAll(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room || unreadCount(room) === 0) return changed(state);
  const { cursor, readSeq } = room;
  const read = { readSeq: Math.max(readSeq, cursor), unread: { upto: cursor, count: 0, since: [] } };
  return andThen(withUnreadStart({ ...state, rooms: updated(state.rooms, roomId, read) }, roomId, null), (next) =>
    reportRead(next, roomId, cursor),
  );
}

const say = (state: AppState, at: PressedAt, key: keyof AlertKeys): Change =>
  raiseAlert(state, { id: "own-rooms", type: "danger", text: { kind: "key", key }, ...(at && { at }) });

const keyOf = ({ kind, roomId }: OwnRoomWish): string => `${kind}:${roomId}`;

const failureKey = (key: string): string => `own-rooms.${key}`;

const withOwn = (state: AppState, key: string, wished: AppState["ownRoomWishes"][string] | null): AppState => ({
  ...state,
  ownRoomWishes: withWish(state.ownRoomWishes, key, wished),
});
