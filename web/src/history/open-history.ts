import type { Effect } from "../state/effects.ts";
import { type Room, type RoomId, unknownCursor } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";
import type { Timeline } from "./history-shape.ts";
import { aimed, liveRange, openedTimeline } from "./timeline.ts";
import { unreadStartOf, withUnreadStart } from "./unread-starts.ts";

/** READ-3: the messages of a room that is opened, at the divider where the unread ones begin, or at the live end without any. */
export function openHistory(state: AppState, room: Room): Change {
  // One that has to be fetched anew gets its messages after that: until then they are on their way.
  if (room.cursor === unknownCursor) return changed(state);
  const aimSeq = unreadStartOf(state, room);
  const held = state.timelines[room.id];
  const isHeld = held !== undefined && held.phase !== "failed" && liveRange(held) !== null;
  const opened = isHeld ? { ...held, aimSeq } : openedTimeline(room.cursor, aimSeq);
  const timeline = { ...aimed(opened), dividerSeq: aimSeq };
  const timelines = { ...state.timelines, [room.id]: timeline };
  const attention = { ...state.attention, isAtEnd: state.attention.isAtEnd && aimSeq === null };
  const placed = withUnreadStart({ ...state, timelines, attention }, room.id, aimSeq);
  const calls = timeline.phase === "ready" ? [] : [aimCall(room.id, timeline)];
  return changed(placed.state, [...placed.effects, ...calls]);
}

/** The call that brings what the list is to show. */
export const aimCall = (roomId: RoomId, { aimSeq }: Pick<Timeline, "aimSeq">): Effect =>
  aimSeq === null
    ? { type: "call-newest-messages", roomId }
    : { type: "call-messages-around", roomId, aroundSeq: aimSeq };

/** SYNC-9: the call that reads the newest of what is stale again. */
export const staleCall = (roomId: RoomId, { stale }: Timeline): readonly Effect[] =>
  stale === null ? [] : [{ type: "call-older-messages", roomId, beforeSeq: stale.to + 1 }];
