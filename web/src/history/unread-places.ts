import type { ChatState } from "../state/shape.ts";
import type { Room, RoomId } from "../state/entities.ts";
import { unreadCount } from "../state/selectors.ts";
import { changed, type Change } from "../state/transition.ts";

/** READ-3: where the unread messages of a room begin for whoever opens it; null where there are none. */
export function unreadPlaceOf({ unreadPlaces }: ChatState, room: Room): number | null {
  const saved = unreadPlaces[room.id] ?? null;
  if (unreadCount(room) === 0) return saved;
  return Math.min(saved ?? Number.POSITIVE_INFINITY, room.readSeq + 1);
}

/** The state that remembers where a room's unread messages begin, on the device too; null forgets it. */
export function withUnreadPlace(state: ChatState, roomId: RoomId, seq: number | null): Change {
  const { [roomId]: before, ...others } = state.unreadPlaces;
  if ((before ?? null) === seq) return changed(state);
  const unreadPlaces = seq === null ? others : { ...others, [roomId]: seq };
  return changed({ ...state, unreadPlaces }, [{ type: "save-unread-place", roomId, seq }]);
}
