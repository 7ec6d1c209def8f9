import type { AppState } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { selectedRoomId, shownUnread } from "../state/selectors.ts";

/** The next room of a list in a direction, optionally an unread one; null past either end. */
export function neighbourRoom(
  state: AppState,
  order: readonly RoomId[],
  step: 1 | -1,
  isUnreadOnly: boolean,
): RoomId | null {
  const open = selectedRoomId(state);
  const from = open === null ? -1 : order.indexOf(open);
  for (let at = from < 0 && step < 0 ? order.length - 1 : from + step; at >= 0 && at < order.length; at += step) {
    const id = order[at];
    if (id !== undefined && (!isUnreadOnly || shownUnread(state, id) > 0)) return id;
  }
  return null;
}
