import { updated } from "../updated-room.ts";
import { hasOtherNews } from "../rooms/new-decision.ts";
import { markReadDelayMs } from "@cuplaj/protocol/limits.ts";
import { retryLater, underWay, withoutFailure } from "../retries/retries-state.ts";
import type { AppState } from "../shape.ts";
import type { Me, Message, Room, RoomId } from "../entities.ts";
import { isGone, isReading, isSamePerson, isSilenced, me, selectedRoomId, unreadCount } from "../selectors.ts";
import { andThen, askToSync, type Change, changed, dispatchLater, type Handlers, type IsDue } from "../transition.ts";
import { indexAtSeq, messageAt } from "../history/message-log.ts";
import type { HistoryRange } from "../history/history-shape.ts";
import { changeTimeline, liveRange } from "../history/timeline.ts";
import { withUnreadStart } from "../history/open-history.ts";

/** The number of steps in the 2 s of reading: a message counts as read at most one step late. */
const readSteps = 2;

const readingKey = "reading";

export const readHandlers = {
  "messages/attention-changed": (state, { isVisible, isFocused }) => {
    const looked = { ...state, attention: { ...state.attention, isVisible, isFocused } };
    const roomId = selectedRoomId(state);
    const isUnseen = roomId !== null && state.timelines[roomId]?.isUnseen === true;
    return andThen(isUnseen ? readOpened(looked, roomId) : changed(looked), followAttention);
  },

  "messages/end-changed": (state, { roomId, isAtEnd }) =>
    state.openRoom.phase === "open" && state.openRoom.roomId === roomId
      ? followAttention({ ...state, attention: { ...state.attention, isAtEnd } })
      : changed(state),

  // The message that was the newest 2 s ago has now been visible for 2 s.
  "messages/read-on": (state, { roomId }) => {
    const [upto = 0, ...later] = state.reading;
    if (state.reading.length < readSteps) return readOn(state, roomId, state.reading);
    const isNews = isReading(state, roomId) && upto > (state.rooms.byId[roomId]?.readSeq ?? upto);
    if (!isNews) return readOn(state, roomId, later);
    const reported = andThen(readUpto(state, roomId, upto), (after) => reportRead(after, roomId, upto));
    return andThen(reported, (after) => readOn(after, roomId, later));
  },

  // If unread messages remain that did not arrive live, only the server can count those after the new marker.
  "messages/read": (state, { roomId, upto, readSeq }) =>
    andThen(readUpto(confirmed(state, roomId, upto), roomId, readSeq), (after) =>
      changed(after, (after.rooms.byId[roomId]?.unread.count ?? 0) > 0 ? [askToSync(0)] : []),
    ),

  // Reads in a room that the person has left are not reported.
  "messages/read-failed": (state, { roomId, error }, context) => {
    if (isGone(error)) return changed(confirmed(state, roomId, Number.POSITIVE_INFINITY));
    return retryLater(state, readKey(roomId), error, context);
  },

  // A deleted message is no longer unread. If the server had counted it, only the server knows the new count.
  "edits/updated": (state, { message, seq }) => {
    const { roomId, author, isDeleted } = message;
    const room = state.rooms.byId[roomId];
    if (!isDeleted || !room || message.seq <= room.readSeq || isSamePerson(author, me(state))) return changed(state);
    const { upto, count, since } = room.unread;
    const isCounted = message.seq <= upto && count > 0 && seq > upto;
    const unread = { ...room.unread, since: since.filter((one) => one !== message.seq) };
    // A response in flight may have counted the message.
    const isAsked = isCounted || state.sync.phase === "running";
    return changed(withUnread(state, roomId, unread), isAsked ? [askToSync(0)] : []);
  },
} satisfies Partial<Handlers>;

const readKey = (roomId: RoomId): string => `messages.read.${roomId}`;

function confirmed(before: AppState, roomId: RoomId, upto: number): AppState {
  const state = withoutFailure(before, readKey(roomId));
  const { [roomId]: reported, ...others } = state.unconfirmedReads;
  if (reported === undefined || reported > upto) return state;
  return { ...state, unconfirmedReads: others };
}

export function retryReads(state: AppState, isDue: IsDue): Change {
  const due = Object.entries(state.unconfirmedReads)
    .map(([id, upto]) => ({ roomId: Number(id), upto }))
    .filter(({ roomId }) => isDue(readKey(roomId)));
  return changed(
    due.reduce((next, { roomId }) => underWay(next, readKey(roomId)), state),
    due.map((read) => ({ type: "call-mark-read", ...read })),
  );
}

export function withOthersRead(state: AppState, roomId: RoomId, readerId: number, readSeq: number): AppState {
  const { othersReadSeq = 0, readSeqs = {} } = state.rooms.byId[roomId] ?? {};
  const change = {
    othersReadSeq: Math.max(othersReadSeq, readSeq),
    readSeqs: { ...readSeqs, [readerId]: Math.max(readSeqs[readerId] ?? 0, readSeq) },
  };
  return { ...state, rooms: updated(state.rooms, roomId, change) };
}

export function reportRead(state: AppState, roomId: RoomId, upto: number): Change {
  if (upto < 0) return changed(state);
  return changed({ ...state, unconfirmedReads: { ...state.unconfirmedReads, [roomId]: upto } }, [
    { type: "call-mark-read", roomId, upto },
  ]);
}

/** READ-2, ROOM-3g: opening a room reads its news, once somebody is at the window. */
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

function readOn(state: AppState, roomId: RoomId, before: readonly number[]): Change {
  const room = state.rooms.byId[roomId];
  const hasNews = room && (unreadCount(room) > 0 || hasOtherNews(state, room));
  if (!hasNews || !isReading(state, roomId)) {
    return changed(state.reading.length === 0 ? state : { ...state, reading: [] });
  }
  return changed({ ...state, reading: [...before, room.cursor] }, [
    dispatchLater(readingKey, markReadDelayMs / readSteps, { type: "messages/read-on", roomId }),
  ]);
}

/** Losing attention stops the 2 s, and regaining it restarts them. READ-3a: a person at the end has read everything. */
function followAttention(state: AppState): Change {
  if (state.openRoom.phase !== "open") return changed(state);
  const { roomId } = state.openRoom;
  if (isReading(state, roomId)) {
    return andThen(withUnreadStart(state, roomId, null), (after) => startReading(after, roomId));
  }
  return changed(
    { ...state, reading: [] },
    state.reading.length === 0 ? [] : [{ type: "cancel-later", key: readingKey }],
  );
}

/** ROOM-7: asks the server if `readSeq` is below its count and the loaded history does not go back that far. */
export function readUpto(state: AppState, roomId: RoomId, readSeq: number): Change {
  const room = state.rooms.byId[roomId];
  if (!room || readSeq <= room.readSeq) return changed(state);
  const moved = { ...state, rooms: updated(state.rooms, roomId, { readSeq }) };
  const { upto, count, since } = room.unread;
  const above = since.filter((seq) => seq > readSeq);
  if (readSeq >= upto) return changed(withUnread(moved, roomId, { upto, count: 0, since: above }));
  const counted = count === 0 ? 0 : countedUpto(moved, roomId, upto);
  if (counted !== null) return changed(withUnread(moved, roomId, { upto, count: counted, since: above }));
  return changed(moved, [askToSync(0)]);
}

export const withUnread = (state: AppState, roomId: RoomId, unread: Room["unread"]): AppState => ({
  ...state,
  rooms: updated(state.rooms, roomId, { unread }),
});

/** Counts the unread messages up to a `seq`; null if the loaded history does not go back to the read marker. */
function countedUpto(state: AppState, roomId: RoomId, upto: number): number | null {
  const timeline = state.timelines[roomId];
  const readSeq = state.rooms.byId[roomId]?.readSeq ?? 0;
  const live = timeline?.hasEnd === true ? liveRange(timeline) : null;
  if (!live || live.from > readSeq + 1) return null;
  const { log } = live;
  let count = 0;
  for (let i = indexAtSeq(log, readSeq + 1); i < indexAtSeq(log, upto + 1); i += 1) {
    const message = messageAt(log, i);
    if (message && countsAsUnread(me(state), message)) count += 1;
  }
  return count;
}

/**
 * Whether a message counts as unread and as new below, and is read aloud. The viewer's own, system, deleted and silenced messages do not (ROOM-7).
 */
export const countsAsUnread = (self: Me | null, { author, isDeleted }: Message): boolean =>
  !isDeleted && author !== null && !isSamePerson(author, self) && !isSilenced(self, author);

export function arrivalsAfter({ log }: Pick<HistoryRange, "log">, self: Me | null, seq: number): readonly Message[] {
  const arrivals: Message[] = [];
  for (let index = indexAtSeq(log, seq + 1); index < log.length; index += 1) {
    const message = messageAt(log, index);
    if (message?.author && countsAsUnread(self, message)) arrivals.push(message);
  }
  return arrivals;
}
