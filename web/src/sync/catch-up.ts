import type { AppState } from "../state/shape.ts";
import { type RoomEvent, type RoomId, unknownCursor } from "../state/entities.ts";
import { changed, type Change } from "../state/transition.ts";
import { withoutLiveRange } from "../state/history/timeline.ts";
import { updated } from "../state/updated-room.ts";
import { selectedRoomId } from "../state/selectors.ts";

const earlyMax = 500;

type EarlyEvents = Readonly<Record<number, RoomEvent | null>>;

export const earlyOf = (state: AppState, roomId: RoomId): EarlyEvents | undefined => state.sync.early[roomId];

export function withEarlyEvents(state: AppState, roomId: RoomId, events: EarlyEvents): AppState {
  const { [roomId]: _before, ...others } = state.sync.early;
  const early = Object.keys(events).length === 0 ? others : { ...others, [roomId]: events };
  return { ...state, sync: { ...state.sync, early } };
}

export function withEarlyEvent(state: AppState, roomId: RoomId, seq: number, event: RoomEvent | null): AppState {
  const all = earlyOf(state, roomId) ?? {};
  const held: EarlyEvents =
    Object.keys(all).length < earlyMax ? all : Object.fromEntries(Object.entries(all).slice(-1));
  return withEarlyEvents(state, roomId, { ...held, [seq]: event ?? held[seq] ?? null });
}

export const isBehind = (state: AppState): boolean =>
  Object.keys(state.sync.early).some((id) => {
    const cursor = state.rooms.byId[Number(id)]?.cursor;
    return cursor !== undefined && cursor !== unknownCursor;
  });

/** How long catching up is delayed, ms, so that several subscriptions cause one call and late events can still arrive. */
const waveMs = 100;

export const wanted = (state: AppState): AppState => ({ ...state, sync: { ...state.sync, isWanted: true } });

/** Catches up soon, at the earliest of several requested times. After a failure, or during a call, the next attempt is already scheduled. */
export function syncSoon(state: AppState, delayMs = waveMs): Change {
  const { phase, attempt, isHeldBack } = state.sync;
  if (phase === "running" || (phase === "due" && (attempt > 0 || isHeldBack))) return changed(state);
  return plan(state, delayMs, true);
}

export const syncIn = (state: AppState, delayMs: number): Change => plan(state, delayMs, false);

const plan = (state: AppState, delayMs: number, keepsSooner: boolean): Change =>
  changed({ ...state, sync: { ...state.sync, phase: "due" } }, [
    { type: "dispatch-later", key: "sync", delayMs, event: { type: "sync/due" }, keepsSooner },
  ]);

/** Stops applying events to the room until it is fetched again. Keeps the range being read, unless the log was renumbered. */
export function forgotten(state: AppState, roomId: RoomId, upto?: number): AppState {
  const { [roomId]: timeline, ...others } = state.timelines;
  const room = state.rooms.byId[roomId];
  const isReadable = selectedRoomId(state) === roomId && room?.epoch === state.sync.epoch;
  const shown =
    timeline && room && isReadable ? withoutLiveRange(timeline, upto ?? room.cursor, state.attention.isAtEnd) : null;
  const timelines = shown ? { ...others, [roomId]: shown } : others;
  const rooms = updated(state.rooms, roomId, { cursor: unknownCursor });
  return withEarlyEvents({ ...state, timelines, rooms }, roomId, {});
}
