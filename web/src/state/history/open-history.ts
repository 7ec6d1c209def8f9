import { type Room, type RoomId, unknownCursor } from "../entities.ts";
import type { AppState, Effect } from "../shape.ts";
import { changed, type Change } from "../transition.ts";
import type { Timeline } from "./history-shape.ts";
import { aimed, liveRange, openedTimeline } from "./timeline.ts";
import { unreadStartOf, withUnreadStart } from "./unread-starts.ts";

/**
 * READ-3: opens a room's messages at the divider before the unread ones, or at the live end if all are read. OLDER-5: around the
 * message that the address names, wherever the divider is.
 */
export function openHistory(state: AppState, room: Room): Change {
  // A room to be fetched anew gets its messages after that, and is loading until then.
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

/** The message that the address names in the room it leads to. */
const linkedMessageOf = ({ route }: AppState, roomId: RoomId): AppState["linkedMessage"] =>
  route.kind === "view" && route.messageSeq !== undefined ? { roomId, seq: route.messageSeq } : null;

/** The call that loads the list's target. */
export const aimCall = (roomId: RoomId, { aimSeq }: Pick<Timeline, "aimSeq">): Effect =>
  aimSeq === null
    ? { type: "call-newest-messages", roomId }
    : { type: "call-messages-around", roomId, aroundSeq: aimSeq };

/** SYNC-9: the call that rereads the newest stale messages. */
export const staleCall = (roomId: RoomId, { stale }: Timeline): readonly Effect[] =>
  stale === null ? [] : [{ type: "call-older-messages", roomId, beforeSeq: stale.to + 1 }];
