import { roomsPerPage } from "@cuplaj/protocol/limits.ts";
import { emptyTimeline } from "../../state/history/empty-timeline.ts";
import { closedAt, rangeOf } from "../../state/history/history-ranges.ts";
import type { HistoryRange, QuietLine, Timeline } from "../../state/history/history-shape.ts";
import { lastMessage, messagesOf } from "../../state/history/message-log.ts";
import { liveRange, withLiveRange } from "../../state/history/timeline.ts";
import { heldOffer } from "../../state/offers/cached-offers.ts";
import type { Offer } from "../../state/offers/offers-shape.ts";
import { visitedCount } from "../../state/rooms/listed-rooms.ts";
import type { RoomList } from "../../state/rooms/rooms-shape.ts";
import { type Message, type Room, type RoomId, unknownCursor } from "../../state/entities.ts";
import { isOffline } from "../../state/selectors.ts";
import type { AppState } from "../../state/shape.ts";

/** How many opened rooms keep their history, in memory and for offline reading (SW-1b), and how many rooms are listed offline. */
export const openedMax = 30;
const listedMax = 10 * roomsPerPage;
/** Maximum numbers of messages and characters per copied room, so that all copies together stay within a few megabytes. */
const messagesMax = 100;
const charactersMax = 200_000;

export interface ListCopy extends Pick<RoomList, "order" | "total" | "page" | "unreadElsewhere"> {
  readonly rooms: readonly Room[];
  readonly epoch: string | null;
  readonly opened: readonly RoomId[];
  readonly at: string;
}

export interface RoomCopy {
  readonly room: Room;
  readonly from: number;
  readonly messages: readonly Message[];
  readonly lines: readonly QuietLine[];
  readonly offer: Offer | null;
}

export interface DeviceCopy {
  readonly list: ListCopy;
  readonly rooms: readonly RoomCopy[];
}

export function listCopy({ rooms, sync, offline }: AppState, at: string): ListCopy | null {
  if (rooms.page === 0) return null;
  // VISIT-2: visited rooms are listed only while they are open.
  const order = rooms.order.filter((id) => rooms.byId[id]?.isMember).slice(0, listedMax);
  const page = Math.min(rooms.page, listedMax / roomsPerPage);
  const { unreadElsewhere } = rooms;
  const total = rooms.total - visitedCount(rooms);
  const listed = order.flatMap((id) => rooms.byId[id] ?? []);
  return { order, total, page, unreadElsewhere, rooms: listed, epoch: sync.epoch, opened: offline.opened, at };
}

export function roomCopy(state: AppState, roomId: RoomId): RoomCopy | null {
  const room = state.rooms.byId[roomId];
  const timeline = state.timelines[roomId];
  const range = timeline?.hasEnd ? liveRange(timeline) : null;
  if (!room?.isMember || !range || room.cursor === unknownCursor) return null;
  return { room, ...endOf(range), offer: heldOffer(state, room.offerNumber)?.offer ?? null };
}

function endOf({ log, lines, from }: HistoryRange): Pick<RoomCopy, "from" | "messages" | "lines"> {
  const held = messagesOf(log);
  const messages = newest(held);
  const first = messages.length < held.length ? messages[0] : undefined;
  return first
    ? { from: first.seq, messages, lines: lines.filter(({ seq }) => seq >= first.seq) }
    : { from, messages, lines };
}

function newest(messages: readonly Message[]): readonly Message[] {
  const last = messages.slice(-messagesMax);
  let characters = 0;
  const from = last.findLastIndex(({ text }) => (characters += text.length) > charactersMax);
  return last.slice(Math.min(from + 1, last.length - 1));
}

/**
 * Restores the state of the page that made the copy, as if it had been asleep since: catching up continues from its cursors (MSG-6, decision 0028).
 */
export function withCopy(state: AppState, { list, rooms: copies }: DeviceCopy): AppState {
  const { order, total, page, unreadElsewhere, epoch, opened, at } = list;
  const rooms = [...copies.map(({ room }) => room), ...list.rooms].filter((room) => room.epoch === epoch);
  const byId = Object.fromEntries(rooms.map((room) => [room.id, room]));
  const timelines = Object.fromEntries(
    copies.flatMap((copy) => {
      const room = byId[copy.room.id];
      return room ? [[room.id, timelineOf(copy, room)] as const] : [];
    }),
  );
  const offers = copies.flatMap(({ offer }) =>
    offer ? [{ number: offer.number, phase: "ready", offer, askedVersion: null } as const] : [],
  );
  return {
    ...state,
    rooms: { byId, order, total, page, phase: "ready", error: null, unreadElsewhere },
    sync: { ...state.sync, epoch },
    timelines: { ...timelines, ...state.timelines },
    offers: [...offers, ...state.offers.filter(({ number }) => !offers.some((offer) => offer.number === number))],
    offline: { ...state.offline, opened, copiedAt: at },
  };
}

/**
 * OLDER-6: records that a room was opened. Evicts the history of rooms opened before the last `openedMax`, as long as the server can supply it again.
 */
export function withOpened(state: AppState, roomId: RoomId): AppState {
  const opened = [...state.offline.opened.filter((id) => id !== roomId), roomId].slice(-openedMax);
  const after = { ...state, offline: { ...state.offline, opened } };
  // Below the limit nothing is evicted: `opened` may lack rooms that were opened before this slice loaded.
  if (opened.length < openedMax || isOffline(state) || state.offline.copiedAt !== null) return after;
  const held = Object.entries(state.timelines).filter(([id]) => opened.includes(Number(id)));
  return { ...after, timelines: Object.fromEntries(held) };
}

function timelineOf({ room: copied, from, messages, lines }: RoomCopy, { cursor }: Room): Timeline {
  const range = rangeOf({ from, to: Number.POSITIVE_INFINITY, messages, lines });
  const shownSeq = lastMessage(range.log)?.seq ?? null;
  const closed: Timeline = { ...emptyTimeline, ranges: closedAt([range], copied.cursor), jumps: 1, shownSeq };
  const timeline = withLiveRange(closed, cursor);
  return timeline.hasEnd ? { ...timeline, phase: "ready" } : timeline;
}
