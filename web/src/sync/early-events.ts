import type { AppState } from "../state/shape.ts";
import { type RoomEvent, type RoomId, unknownCursor } from "../state/entities.ts";

/** Most early events stored for a room. Beyond that only the newest is: catching up brings the others. */
const earlyMax = 500;

type EarlyEvents = Readonly<Record<number, RoomEvent | null>>;

/** A room's events that cannot be applied yet; undefined where there are none. */
export const earlyOf = (state: AppState, roomId: RoomId): EarlyEvents | undefined => state.sync.early[roomId];

/** The state with other early events of a room; an empty set is dropped. */
export function withEarlyEvents(state: AppState, roomId: RoomId, events: EarlyEvents): AppState {
  const { [roomId]: _before, ...others } = state.sync.early;
  const early = Object.keys(events).length === 0 ? others : { ...others, [roomId]: events };
  return { ...state, sync: { ...state.sync, early } };
}

/** The state with one more early event; null where only its existence is known. */
export function withEarlyEvent(state: AppState, roomId: RoomId, seq: number, event: RoomEvent | null): AppState {
  const all = earlyOf(state, roomId) ?? {};
  const held: EarlyEvents =
    Object.keys(all).length < earlyMax ? all : Object.fromEntries(Object.entries(all).slice(-1));
  return withEarlyEvents(state, roomId, { ...held, [seq]: event ?? held[seq] ?? null });
}

/** Whether a held room lacks events that are known to exist. */
export const isBehind = (state: AppState): boolean =>
  Object.keys(state.sync.early).some((id) => {
    const cursor = state.rooms.byId[Number(id)]?.cursor;
    return cursor !== undefined && cursor !== unknownCursor;
  });
