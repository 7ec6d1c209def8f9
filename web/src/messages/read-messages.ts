import { markReadDelayMs } from "@cuplaj/protocol/limits.ts";
import { updated } from "../rooms/listed-rooms.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { RoomId } from "../state/entities.ts";
import { isReading, isSamePerson, isSilenced, me } from "../state/selectors.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import { indexAtSeq, messageAt } from "./message-log.ts";

/** Transitions of reading (READ-1, WEB-4, ROOM-7). */
export const readHandlers: Handlers<
  "attention/window-changed" | "attention/end-changed" | "room/read-due" | "room/read" | "messages/read-by"
> = {
  "attention/window-changed": (state, { isVisible, isFocused }) =>
    followAttention({ ...state, attention: { ...state.attention, isVisible, isFocused } }),

  "attention/end-changed": (state, { roomId, isAtEnd }) =>
    state.openRoom.phase === "open" && state.openRoom.roomId === roomId
      ? followAttention({ ...state, attention: { ...state.attention, isAtEnd } })
      : changed(state),

  "room/read-due": (state, { roomId, upto }) => {
    const over = { ...state, readingUpto: null };
    if (!isReading(state, roomId) || (state.rooms.byId[roomId]?.unreadCount ?? 0) === 0) return changed(over);
    const read = withReadPosition(over, roomId, upto);
    const rest = startReading(read, roomId);
    return changed(rest.state, [{ type: "call-mark-read", roomId, upto }, ...rest.effects]);
  },

  // The server's own count holds, unless messages have come that it did not count yet.
  "room/read": (state, { roomId, unreadCount, readSeq }) => {
    const room = state.rooms.byId[roomId];
    if (!room || readSeq < room.readSeq) return changed(state);
    const count = readSeq >= room.lastSeq ? unreadCount : room.unreadCount;
    return changed({ ...state, rooms: updated(state.rooms, roomId, { unreadCount: count, readSeq }) });
  },

  "messages/read-by": (state, { roomId, reader, readSeq }) => {
    if (!isSamePerson(me(state), reader)) return changed(withOthersRead(state, roomId, readSeq));
    const room = state.rooms.byId[roomId];
    if (!room || readSeq <= room.readSeq) return changed(state);
    const isKnown = readSeq >= room.lastSeq || holdsAllAfter(state, roomId, readSeq);
    return changed(withReadPosition(state, roomId, readSeq), isKnown ? [] : [{ type: "call-fetch-room", roomId }]);
  },
};

/** Starts the 2 s of reading for what is unread in the room, when somebody looks and none run yet. */
export function startReading(state: ChatState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room || room.unreadCount === 0 || state.readingUpto !== null || !isReading(state, roomId)) {
    return changed(state);
  }
  const upto = room.lastSeq;
  return changed({ ...state, readingUpto: upto }, [
    {
      type: "dispatch-later",
      key: readingKey,
      delayMs: markReadDelayMs,
      event: { type: "room/read-due", roomId, upto },
    },
  ]);
}

/** How far others have read, moved forward. */
export const withOthersRead = (state: ChatState, roomId: RoomId, readSeq: number): ChatState =>
  (state.othersReadSeq[roomId] ?? 0) >= readSeq
    ? state
    : { ...state, othersReadSeq: { ...state.othersReadSeq, [roomId]: readSeq } };

/** The timer of the room being read: one, since one room is open. */
const readingKey = "reading";

/** Attention that ends stops the 2 s; attention that returns starts them anew. */
function followAttention(state: ChatState): Change {
  if (state.openRoom.phase !== "open") return changed(state);
  const { roomId } = state.openRoom;
  if (isReading(state, roomId)) return startReading(state, roomId);
  return changed(
    { ...state, readingUpto: null },
    state.readingUpto === null ? [] : [{ type: "cancel-later", key: readingKey }],
  );
}

/** ROOM-7: the read position moves forward; unread is what lies above it, by others who are not silenced. */
function withReadPosition(state: ChatState, roomId: RoomId, readSeq: number): ChatState {
  const room = state.rooms.byId[roomId];
  if (!room) return state;
  const position = Math.max(room.readSeq, readSeq);
  const unreadCount = position >= room.lastSeq ? 0 : Math.min(room.unreadCount, unreadAfter(state, roomId, position));
  return { ...state, rooms: updated(state.rooms, roomId, { readSeq: position, unreadCount }) };
}

function unreadAfter(state: ChatState, roomId: RoomId, seq: number): number {
  const log = state.timelines[roomId]?.log;
  if (!log) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let i = indexAtSeq(log, seq + 1); i < log.length; i += 1) {
    const author = messageAt(log, i)?.author ?? null;
    if (author && !isSamePerson(author, me(state)) && !isSilenced(state, author)) count += 1;
  }
  return count;
}

function holdsAllAfter(state: ChatState, roomId: RoomId, seq: number): boolean {
  const log = state.timelines[roomId]?.log;
  return log !== undefined && indexAtSeq(log, seq + 1) > 0;
}
