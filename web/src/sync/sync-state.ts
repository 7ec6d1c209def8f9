import { syncCursorsMax } from "@cuplaj/protocol/limits.ts";
import { cancelNotice, noticeAway, type Sync } from "../state/connection/connection-state.ts";
import { retryNow } from "../state/retries/retries-state.ts";
import { reconnectDelayMs } from "../state/retries/retry-delay.ts";
import { withRoom } from "../state/rooms/listed-rooms.ts";
import { updated } from "../state/updated-room.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { type Room, type RoomId, unknownCursor } from "../state/entities.ts";
import { andThen, askToSync, type Change, changed, type Handlers } from "../state/transition.ts";
import { isBehind, withEarlyEvent, withEarlyEvents, syncIn, syncSoon, wanted } from "./catch-up.ts";
import { receiveEvents } from "./receive-events.ts";
import { takeAnswer, takeRooms } from "./take-answer.ts";
import { lacksNames } from "./changed-members.ts";
import { endList, hasFailedFetch, refillList } from "../state/rooms/rooms-state.ts";
import { me } from "../state/selectors.ts";

const againMs = 2000;
/** How many single rooms are fetched at once: far fewer than the rate limit of calls allows (LIM-1). */
const fetchesAtOnce = 20;

const logHandlers = {
  "sync/events-received": (state, { events }, { kinds }) => receiveEvents(kinds, state, events),
  "outbox/published": (state, { message }, { kinds }) =>
    receiveEvents(kinds, state, [
      { kind: "message", origin: "answer", roomId: message.roomId, seq: message.seq, message },
    ]),
  "sync/answered": (state, { answer }, context) => {
    const { kinds } = context;
    const idle: AppState = { ...state, sync: { ...state.sync, phase: "idle", attempt: 0, epoch: answer.epoch } };
    return andThen(
      withSettings(
        andThen(noLongerAway(withoutAsked(idle)), (next) => takeAnswer(kinds, next, answer)),
        answer.userVersion,
      ),
      (next) => {
        if (answer.reset.length > 0 || answer.rooms.some(({ hasMore }) => hasMore)) return ask(next);
        const rest = andThen(changed(next, unfinished(next)), (after) => retryNow(after, context));
        if (next.sync.isWanted) return andThen(rest, syncSoon);
        return andThen(rest, (after) => (isBehind(after) ? syncSoon(after, againMs) : changed(after)));
      },
    );
  },
  "rooms/page-loaded": (state, { rooms }, { kinds }) =>
    rooms.length === 0 && state.rooms.page > 1
      ? changed(endList(state))
      : andThen(takeRooms(kinds, state, rooms), firstSync),
  "rooms/view-loaded": (state, { rooms }, { kinds }) => takeRooms(kinds, state, rooms),
  "rooms/room-fetched": (state, { room }, { kinds }) => takeRooms(kinds, state, [room]),
  "room/viewed": (state, { room }, { kinds }) => takeRooms(kinds, state, [room]),
  "room/joined": (state, { room }, { kinds }) => takeRooms(kinds, withJoined(state, room), [room]),
} satisfies Partial<Handlers>;

const askingHandlers = {
  "sync/heads-received": (state, { epoch, heads, user_version }) => {
    const isOther = heads.some(({ id }) => !state.rooms.byId[id]) || isRenumbered(state, epoch);
    const noted = andThen(
      heads.reduce(
        (change, { id, last_seq }) => andThen(change, (next) => noteHead(next, id, last_seq)),
        changed(state),
      ),
      (next) => (isOther ? syncSoon(wanted(next)) : changed(next)),
    );
    return withSettings(noted, user_version);
  },

  // Early events are dropped: they will come again, and the server may have renumbered its logs by then.
  "connection/lost": (state) => changed({ ...state, sync: { ...state.sync, early: {} } }),
  // The notice was cancelled, so if catching up still fails, that counts as the first failure.
  "connection/listening": (state, _event, context) =>
    andThen(wantSync(state), (next) => retryNow({ ...next, sync: { ...next.sync, attempt: 0 } }, context)),
  "sync/asked": (state, { delayMs = 0 }, context) =>
    delayMs > 0 ? syncSoon(wanted(state), delayMs) : andThen(wantSync(state), (next) => retryNow(next, context)),

  "sync/due": (before) => {
    const state = { ...before, sync: { ...before.sync, isHeldBack: false } };
    const { connection, rooms, sync } = state;
    // While the first page loads there is nothing to catch up with. If it failed, catching up brings the newest rooms.
    const canAsk = connection.ownChannel === "held" && (rooms.page > 0 || rooms.phase === "failed");
    return canAsk && (sync.isWanted || isBehind(state))
      ? ask(state)
      : changed({ ...state, sync: { ...sync, phase: "idle" } });
  },

  "sync/failed": (state, { error, chance }) => {
    const { attempt } = state.sync;
    const delayMs = reconnectDelayMs(attempt, chance, error);
    const isHeldBack = error.code === "too_many_requests";
    const failed = { ...state, sync: { ...state.sync, isWanted: true, attempt: attempt + 1, isHeldBack } };
    // CONN-1: a server that does not respond is reported like one that cannot be reached.
    return andThen(changed(failed, attempt === 0 ? [noticeAway] : []), (next) => syncIn(next, delayMs));
  },

  "rooms/room-gone": (state, { roomId }) => refillList(withEarlyEvents(state, roomId, {})),
  "room/left": (state, { roomId }) => refillList(withEarlyEvents(state, roomId, {})),
  "messages/newest-loaded": (state, { roomId, page }) => noteHead(state, roomId, page.seq),
  "messages/newer-loaded": (state, { roomId, page }) => noteHead(state, roomId, page.seq),
  "messages/around-loaded": (state, { roomId, page }) => noteHead(state, roomId, page.seq),
  // The response may predate a change made elsewhere, so the next announced version requests `me` again.
  "session/me-loaded": (state) => changed(withoutAsked(state)),
  "sync/settings-changed": (state, { version }) => withSettings(changed(state), version),
} satisfies Partial<Handlers>;

/** MSG-6: must run after the handlers of rooms and messages, so that fetched rooms and pages are already in the state. */
export const syncHandlers = { ...askingHandlers, ...logHandlers };

/** Hides the banner, since the server has responded, unless live events are impossible. */
const noLongerAway = (state: AppState): Change =>
  state.connection.ownChannel === "held"
    ? changed({ ...state, connection: { ...state.connection, isAwayLong: false } }, [cancelNotice])
    : changed(state);

/** Catches up when a person returns: hidden tabs do not always get notified (MSG-6). */
export const followSync = (before: AppState, after: AppState): readonly Effect[] =>
  isLooking(after) && !isLooking(before) ? [askToSync(0)] : [];

const isLooking = ({ attention }: AppState): boolean => attention.isVisible && attention.isFocused;

/** Catches up even if no room is behind; skips the wait after failed attempts, unless this page is throttled. */
function wantSync(state: AppState): Change {
  const { phase, attempt, isHeldBack } = state.sync;
  return phase === "due" && attempt > 0 && !isHeldBack ? syncIn(wanted(state), 0) : syncSoon(wanted(state));
}

/** ROOM-5: adds the response's members and read markers, which a visitor's copy lacks. */
function withJoined(state: AppState, room: Room): AppState {
  const held = state.rooms.byId[room.id];
  if (!held || held.isMember) return state;
  const { [room.id]: _history, ...timelines } = state.timelines;
  const rooms = updated(state.rooms, room.id, { cursor: unknownCursor });
  return { ...state, timelines, rooms: withRoom(rooms, room) };
}

/** Catches up after the first page, which may be older than the subscription to the person's own channel. */
const firstSync = (state: AppState): Change => (state.rooms.page === 1 ? wantSync(state) : changed(state));

/** Notes how far a room's log goes, so that missing events are requested if they do not arrive on their own. */
function noteHead(state: AppState, roomId: RoomId, seq: number): Change {
  const room = state.rooms.byId[roomId];
  return room && room.cursor < seq ? syncSoon(withEarlyEvent(state, roomId, seq, null)) : changed(state);
}

const isRenumbered = ({ sync }: AppState, epoch: string): boolean => sync.epoch !== null && sync.epoch !== epoch;

function ask(state: AppState): Change {
  const { epoch, early } = state.sync;
  // The response will include all early events of known rooms, or a later response will, which is requested anyway.
  const unknown = Object.entries(early).filter(([id]) => !state.rooms.byId[Number(id)]);
  const sync: Sync = { ...state.sync, phase: "running", isWanted: false, early: Object.fromEntries(unknown) };
  return changed({ ...state, sync }, [{ type: "call-sync", epoch, cursors: cursorsOf(state) }]);
}

/** The cursors to catch up from. Rooms that are behind come first, since one call may not fit all rooms. */
function cursorsOf({ rooms, sync }: AppState): Readonly<Record<RoomId, number>> {
  const ids = new Set([...Object.keys(sync.early).map(Number), ...heldIds(rooms)]);
  const cursors = [...ids].flatMap((id) => {
    const cursor = rooms.byId[id]?.cursor ?? unknownCursor;
    return cursor === unknownCursor ? [] : [[id, cursor] as const];
  });
  return Object.fromEntries(cursors.slice(0, syncCursorsMax));
}

/** The ids of the list's rooms, by activity, and then of those that another view's page brought. */
const heldIds = ({ order, byId }: AppState["rooms"]): readonly RoomId[] => [
  ...new Set([...order, ...Object.values(byId).map(({ id }) => id)]),
];

/** The rooms, or their members, still to be fetched one by one. Failed ones wait for their retry (SYNC-8a). */
function unfinished(state: AppState): readonly Effect[] {
  const { rooms, sync } = state;
  const unknown = Object.keys(sync.early).filter((id) => !rooms.byId[Number(id)]);
  const stale = heldIds(rooms).filter((id) => rooms.byId[id]?.cursor === unknownCursor || lacksNames(rooms.byId[id]));
  const lacking = [...unknown.map(Number), ...stale].filter((id) => !hasFailedFetch(state, id));
  return [
    ...lacking.slice(0, fetchesAtOnce).map((roomId): Effect => ({ type: "call-fetch-room", roomId })),
    ...(lacking.length > fetchesAtOnce ? [askToSync(againMs)] : []),
  ];
}

/** AUTH-8: requests `me` once per version, however often the version is announced. If the call fails, the next catch-up repeats it. */
const withSettings = (change: Change, version: number | undefined): Change =>
  andThen(change, (state) => {
    const person = me(state);
    const isNewer = person !== null && version !== undefined && person.version < version;
    if (!isNewer || state.sync.settingsAsked === version) return changed(state);
    return changed({ ...state, sync: { ...state.sync, settingsAsked: version } }, [{ type: "call-me" }]);
  });

const withoutAsked = (state: AppState): AppState => ({ ...state, sync: { ...state.sync, settingsAsked: null } });
