import type { RoomId } from "../state/entities.ts";
import { shownRooms, shownUnread } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { byActivity } from "../state/rooms/listed-rooms.ts";
import { byWait, passes } from "../state/rooms/listing.ts";
import { shownWait } from "../state/rooms/waiting.ts";

const shownMax = 5;

export const waitingRooms = (state: AppState): readonly RoomId[] =>
  Object.values(state.rooms.byId)
    .filter(({ id }) => shownWait(state, id) !== null && state.leaving[id] === undefined)
    .toSorted(byWait(state))
    .slice(0, shownMax)
    .map(({ id }) => id);

export function unreadRooms(state: AppState): readonly RoomId[] {
  const waiting = waitingRooms(state);
  return Object.values(state.rooms.byId)
    .filter(({ id }) => passes(state, "unread", id) && shownUnread(state, id) > 0 && !waiting.includes(id))
    .toSorted(byActivity)
    .slice(0, shownMax)
    .map(({ id }) => id);
}

export function lastOpenedRooms(state: AppState): readonly RoomId[] {
  const shown = [...waitingRooms(state), ...unreadRooms(state)];
  const byName = new Map(shownRooms(state).map((id) => [state.rooms.byId[id]?.name, id]));
  return (state.lastOpened ?? [])
    .flatMap((name) => byName.get(name) ?? [])
    .filter((id) => !shown.includes(id))
    .slice(0, shownMax);
}
