import { markReadDelayMs } from "@cuplaj/protocol/limits.ts";
import type { AppState } from "../shape.ts";
import type { RoomId } from "../entities.ts";
import { isReading, unreadCount } from "../selectors.ts";
import { hasOtherNews } from "./new-decision.ts";
import { changed, type Change } from "../transition.ts";
import { updated } from "../updated-room.ts";

/** Reports to the server how far a room is read, and remembers it until confirmed (ROOM-7). */
export function reportRead(state: AppState, roomId: RoomId, upto: number): Change {
  // A room to be fetched anew is reported once it is fetched.
  if (upto < 0) return changed(state);
  return changed({ ...state, unconfirmedReads: { ...state.unconfirmedReads, [roomId]: upto } }, [
    { type: "call-mark-read", roomId, upto },
  ]);
}

/** READ-2: an opened room's unread messages, a decision that waits on the person (ROOM-3g), and having been brought in, count as read, which is reported; with nobody at the window, once somebody is back. */
export function readOpened(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room) return changed(state);
  const hasUnread = unreadCount(room) > 0 || hasOtherNews(state, room);
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

/** Starts the 2 s of reading for a room's unread messages, when the person reads and none run. */
export function startReading(state: AppState, roomId: RoomId): Change {
  return state.reading.length > 0 ? changed(state) : readOn(state, roomId, []);
}

/** The next step of reading, while the person reads and something is unread. */
export function readOn(state: AppState, roomId: RoomId, before: readonly number[]): Change {
  const room = state.rooms.byId[roomId];
  const hasNews = room && (unreadCount(room) > 0 || hasOtherNews(state, room));
  if (!hasNews || !isReading(state, roomId)) {
    return changed(state.reading.length === 0 ? state : { ...state, reading: [] });
  }
  const event = { type: "messages/read-on", roomId } as const;
  return changed({ ...state, reading: [...before, room.cursor] }, [
    { type: "dispatch-later", key: readingKey, delayMs: markReadDelayMs / readSteps, event },
  ]);
}

/** How often in the 2 s the log's end is noted: a message is read at most one step too late. */
export const readSteps = 2;

/** The reading timer's key: one, since one room is open. */
export const readingKey = "reading";
