import type { AppState } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { unreadCount } from "../state/selectors.ts";
import { newDecision } from "./new-decision.ts";
import { changed, type Change } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";

/** Reports to the server how far a room is read, and remembers it until confirmed (ROOM-7). */
export function reportRead(state: AppState, roomId: RoomId, upto: number): Change {
  // A room to be fetched anew is reported once it is fetched.
  if (upto < 0) return changed(state);
  return changed({ ...state, unconfirmedReads: { ...state.unconfirmedReads, [roomId]: upto } }, [
    { type: "call-mark-read", roomId, upto },
  ]);
}

/** READ-2: an opened room's unread messages, and a decision that waits on the person (ROOM-3i), count as read, which is reported; with nobody at the window, once somebody is back. */
export function readOpened(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room) return changed(state);
  const hasUnread = unreadCount(room) > 0 || newDecision(state, room) !== null;
  const isSeen = state.attention.isVisible && state.attention.isFocused;
  const timeline = state.timelines[roomId];
  const timelines = timeline
    ? { ...state.timelines, [roomId]: { ...timeline, isUnseen: hasUnread && !isSeen } }
    : state.timelines;
  if (!hasUnread || !isSeen) return changed({ ...state, timelines });
  const { cursor, readSeq } = room;
  const read = { readSeq: Math.max(readSeq, cursor), unread: { upto: cursor, count: 0, since: [] } };
  return reportRead({ ...state, timelines, rooms: updated(state.rooms, roomId, read) }, roomId, cursor);
}
