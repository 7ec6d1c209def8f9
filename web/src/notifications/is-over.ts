import { isBroughtInNew } from "../state/rooms/new-decision.ts";
import { markOf } from "../state/own-rooms.ts";
import { isReading, unreadCount, unreadTotal } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";

/**
 * NOTE-5: whether a notification has nothing left to say: its room is read, on whichever device, or for what is no message looked at
 * here. Of a room that the page does not hold that is known once nothing at all is unread, but not whether one was brought in there.
 */
export function isOver(state: AppState, roomName: string, about: unknown): boolean {
  if (about === "test" || state.rooms.page === 0) return false;
  const room = Object.values(state.rooms.byId).find(({ name }) => name === roomName);
  if (!room) return about !== "brought-in" && unreadTotal(state) === 0;
  if (about === "take-over" || about === "offer") return isReading(state, room.id);
  return unreadCount(room) === 0 && !isBroughtInNew(room) && markOf(state, room.id) === null;
}
