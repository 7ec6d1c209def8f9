import type { BroughtIn, LastDecision, Room, RoomId } from "../entities.ts";
import { isReading, isSamePerson, me, unreadCount } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import { markReadDelayMs } from "@cuplaj/protocol/limits.ts";
import { changed, type Change, dispatchLater } from "../transition.ts";
import { updated } from "../updated-room.ts";
import { changeTimeline } from "../history/timeline.ts";

/** ROOM-3g: a customer's decision that the viewer has not read and that waits on them: staff who hold the room, or any if nobody does. */
export function newDecision(state: AppState, { lastDecision, readSeq, isMember, takeOver }: Room): LastDecision | null {
  const self = me(state);
  if (!lastDecision || lastDecision.seq <= readSeq || !isMember || !self || self.kind === "customer") return null;
  return takeOver === null || isSamePerson(takeOver.person, self) ? lastDecision : null;
}

const hasOtherNews = (state: AppState, room: Room): boolean =>
  newDecision(state, room) !== null || isBroughtInNew(room);

export const isBroughtInNew = ({ broughtIn, readSeq }: Room): boolean => (broughtIn?.seq ?? 0) > readSeq;

/** Whether a row is marked as news: a room being read does not flash for 2 s. */
export const isNewsShown = (state: AppState, room: Room): boolean =>
  hasOtherNews(state, room) && !isReading(state, room.id);

/** ROOM-3h, ROOM-14i: the decision or the addition newer than the last message, for the row; null if neither. */
export function shownNews({ broughtIn, lastDecision, lastMessage }: Room): LastDecision | BroughtIn | null {
  const newest = (broughtIn?.seq ?? 0) > (lastDecision?.seq ?? 0) ? broughtIn : lastDecision;
  return newest && newest.seq > (lastMessage?.seq ?? 0) ? newest : null;
}

/** Since when an answer or an unread decision is due (ISO 8601), as the server orders rooms; null if nothing is. */
export function waitsSince(state: AppState, room: Room): string | null {
  const decidedAt = newDecision(state, room)?.at ?? null;
  const { waitingSince } = room;
  if (decidedAt === null || waitingSince === null) return decidedAt ?? waitingSince;
  return decidedAt < waitingSince ? decidedAt : waitingSince;
}

export function reportRead(state: AppState, roomId: RoomId, upto: number): Change {
  if (upto < 0) return changed(state);
  return changed({ ...state, unconfirmedReads: { ...state.unconfirmedReads, [roomId]: upto } }, [
    { type: "call-mark-read", roomId, upto },
  ]);
}

/** READ-2, ROOM-3g: opening a room reads its news; with nobody at the window, once somebody is back. */
export function readOpened(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room) return changed(state);
  const hasUnread = unreadCount(room) > 0 || hasOtherNews(state, room);
  const isSeen = state.attention.isVisible && state.attention.isFocused;
  const opened = changeTimeline(state, roomId, (timeline) => ({ ...timeline, isUnseen: hasUnread && !isSeen }));
  if (!hasUnread || !isSeen) return changed(opened);
  const { cursor, readSeq } = room;
  const read = { readSeq: Math.max(readSeq, cursor), unread: { upto: cursor, count: 0, since: [] } };
  return reportRead({ ...opened, rooms: updated(state.rooms, roomId, read) }, roomId, cursor);
}

export function startReading(state: AppState, roomId: RoomId): Change {
  return state.reading.length > 0 ? changed(state) : readOn(state, roomId, []);
}

export function readOn(state: AppState, roomId: RoomId, before: readonly number[]): Change {
  const room = state.rooms.byId[roomId];
  const hasNews = room && (unreadCount(room) > 0 || hasOtherNews(state, room));
  if (!hasNews || !isReading(state, roomId)) {
    return changed(state.reading.length === 0 ? state : { ...state, reading: [] });
  }
  return changed({ ...state, reading: [...before, room.cursor] }, [
    dispatchLater(readingKey, markReadDelayMs / readSteps, { type: "messages/read-on", roomId }),
  ]);
}

/** Steps within the 2 s: a message counts as read at most one step late. */
export const readSteps = 2;

export const readingKey = "reading";
