import type { Room, RoomId } from "../entities.ts";
import { markOf } from "../own-rooms.ts";
import { me, unreadCount } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import { changed, type Change } from "../transition.ts";

/** READ-3: where a room's unread messages begin when it is opened; null where there are none. ORDER-4: a mark says where. */
export function unreadStartOf(state: AppState, room: Room): number | null {
  const mark = markOf(state, room.id);
  if (mark !== null) return mark;
  const saved = state.unreadStarts[room.id] ?? null;
  const first = readBefore(state, room) + 1;
  if (unreadCount(room) === 0 || first > room.cursor) return saved;
  return Math.min(saved ?? first, first);
}

/** How far the person read a room, or where they joined it unread: earlier messages were not for them. */
const readBefore = (state: AppState, { readSeq, readSeqs }: Room): number =>
  readSeq > 0 ? readSeq : (readSeqs[me(state)?.id ?? 0] ?? 0);

/** The state with the start of a room's unread messages, on the device too; null deletes it. */
export function withUnreadStart(state: AppState, roomId: RoomId, seq: number | null): Change {
  const { [roomId]: before, ...others } = state.unreadStarts;
  if ((before ?? null) === seq) return changed(state);
  const unreadStarts = seq === null ? others : { ...others, [roomId]: seq };
  return changed({ ...state, unreadStarts }, [{ type: "save-unread-start", roomId, seq }]);
}
