import type { AppState } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { selectedRoomId, shownRooms, shownUnread } from "../state/selectors.ts";

/** The filters of the list. */
export type RoomFilter = "all" | "unread";

/**
 * The loaded rooms that pass the filter, in the list's order. The open room stays in "unread", so that opening it does not
 * take it away from under the pointer.
 */
export function filteredRooms(state: AppState, filter: RoomFilter): readonly RoomId[] {
  const order = shownRooms(state);
  if (filter === "all") return order;
  const open = selectedRoomId(state);
  return order.filter((id) => id === open || shownUnread(state, id) > 0);
}
