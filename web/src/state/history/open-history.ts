import { type Room, type RoomId, unknownCursor } from "../entities.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change } from "../transition.ts";
import type { Timeline } from "./history-shape.ts";
import { aimed, liveRange, openedTimeline } from "./timeline.ts";
import { markOf } from "../own-rooms/own-rooms.ts";
import { me, unreadCount } from "../selectors.ts";

declare module "../shape.ts" {
  interface AppState extends UnreadStartsState {}
  interface AppEvents extends UnreadStartsEvents {}
  interface AppEffects extends UnreadStartsEffects {}
}

export interface UnreadStartsState {
  /** Where a room's unread messages began when it was opened, until its end is reached or the person replies (READ-3). */
  readonly unreadStarts: Readonly<Record<RoomId, number>>;
}

export interface UnreadStartsEvents {
  "unread-starts/loaded": UnreadStartsState;
}

export interface UnreadStartsEffects {
  "save-unread-start": { readonly roomId: RoomId; readonly seq: number | null };
}

/** READ-3: opens at the divider before the unread messages, or at the live end. OLDER-5: opens around the message in the address. */
export function openHistory(state: AppState, room: Room): Change {
  if (room.cursor === unknownCursor) return changed(state);
  const dividerSeq = unreadStartOf(state, room);
  const linkedMessage = linkedMessageOf(state, room.id);
  const aimSeq = linkedMessage?.seq ?? dividerSeq;
  const held = state.timelines[room.id];
  const isHeld = held !== undefined && held.phase !== "failed" && liveRange(held) !== null;
  const opened = isHeld ? { ...held, aimSeq } : openedTimeline(room.cursor, aimSeq);
  const timeline = { ...aimed(opened), dividerSeq };
  const timelines = { ...state.timelines, [room.id]: timeline };
  const attention = { ...state.attention, isAtEnd: state.attention.isAtEnd && aimSeq === null };
  const placed = withUnreadStart({ ...state, timelines, attention, linkedMessage }, room.id, dividerSeq);
  const calls = timeline.phase === "ready" ? [] : [aimCall(room.id, timeline)];
  return changed(placed.state, [...placed.effects, ...calls]);
}

const linkedMessageOf = ({ route }: AppState, roomId: RoomId): AppState["linkedMessage"] =>
  route.kind === "view" && route.messageSeq !== undefined ? { roomId, seq: route.messageSeq } : null;

export const aimCall = (roomId: RoomId, { aimSeq }: Pick<Timeline, "aimSeq">): Effect =>
  aimSeq === null
    ? { type: "call-newest-messages", roomId }
    : { type: "call-messages-around", roomId, aroundSeq: aimSeq };

export const staleCall = (roomId: RoomId, { stale }: Timeline): readonly Effect[] =>
  stale === null ? [] : [{ type: "call-older-messages", roomId, beforeSeq: stale.to + 1 }];

/** READ-3: where a room's unread messages begin when it is opened; null if none are unread. ORDER-4: a mark takes precedence. */
function unreadStartOf(state: AppState, room: Room): number | null {
  const mark = markOf(state, room.id);
  if (mark !== null) return mark;
  const saved = state.unreadStarts[room.id] ?? null;
  const first = readBefore(state, room) + 1;
  if (unreadCount(room) === 0 || first > room.cursor) return saved;
  return Math.min(saved ?? first, first);
}

/** How far the person has read, or, if they have not read yet, where they joined: earlier messages were not for them. */
const readBefore = (state: AppState, { readSeq, readSeqs }: Room): number =>
  readSeq > 0 ? readSeq : (readSeqs[me(state)?.id ?? 0] ?? 0);

export function withUnreadStart(state: AppState, roomId: RoomId, seq: number | null): Change {
  const { [roomId]: before, ...others } = state.unreadStarts;
  if ((before ?? null) === seq) return changed(state);
  const unreadStarts = seq === null ? others : { ...others, [roomId]: seq };
  return changed({ ...state, unreadStarts }, [{ type: "save-unread-start", roomId, seq }]);
}
