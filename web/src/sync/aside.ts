import type { AppState } from "../state/shape.ts";
import { type RoomEvent, type RoomId, unknownCursor } from "../state/entities.ts";

/** Most early events stored for a room. Beyond that only the newest is: catching up brings the others. */
const asideMax = 500;

type Aside = Readonly<Record<number, RoomEvent | null>>;

/** A room's events that cannot be applied yet; undefined where there are none. */
export const asideOf = (state: AppState, roomId: RoomId): Aside | undefined => state.sync.aside[roomId];

/** The state with other early events of a room; an empty set is dropped. */
export function withAside(state: AppState, roomId: RoomId, events: Aside): AppState {
  const { [roomId]: _before, ...others } = state.sync.aside;
  const aside = Object.keys(events).length === 0 ? others : { ...others, [roomId]: events };
  return { ...state, sync: { ...state.sync, aside } };
}

/** The state with one more early event; null where only its existence is known. */
export function withEarly(state: AppState, roomId: RoomId, seq: number, event: RoomEvent | null): AppState {
  const all = asideOf(state, roomId) ?? {};
  const held: Aside = Object.keys(all).length < asideMax ? all : Object.fromEntries(Object.entries(all).slice(-1));
  return withAside(state, roomId, { ...held, [seq]: event ?? held[seq] ?? null });
}

/** Whether a held room lacks events that are known to exist. */
export const isBehind = (state: AppState): boolean =>
  Object.keys(state.sync.aside).some((id) => {
    const cursor = state.rooms.byId[Number(id)]?.cursor;
    return cursor !== undefined && cursor !== unknownCursor;
  });
