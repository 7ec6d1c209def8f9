import { updated } from "../updated-room.ts";
import type { AppState } from "../shape.ts";
import type { Message, RoomId } from "../entities.ts";
import { changed, type Change } from "../transition.ts";
import { covers } from "./history-ranges.ts";
import { withChanged } from "./message-log.ts";
import { aimCall } from "./open-history.ts";

/** A message as a log event names it, and that event's `seq`. */
interface NamedMessage {
  readonly roomId: RoomId;
  readonly messageSeq: number;
  readonly eventSeq: number;
}

/**
 * MSG-6: applies an event's change to a message, in the timeline and, where it is the newest, in the list. A message
 * with that event's change, or a later one, stays as it is.
 */
export function changeMessage(state: AppState, named: NamedMessage, change: (message: Message) => Message): Change {
  const { roomId, messageSeq, eventSeq } = named;
  const changedOnce = (message: Message): Message =>
    message.updatedSeq >= eventSeq ? message : { ...change(message), updatedSeq: eventSeq };
  const newest = state.rooms.byId[roomId]?.lastMessage;
  const lastMessage = newest?.seq === messageSeq ? changedOnce(newest) : newest;
  const rooms = lastMessage ? updated(state.rooms, roomId, { lastMessage }) : state.rooms;
  const timeline = state.timelines[roomId];
  if (!timeline) return changed({ ...state, rooms });
  const ranges = timeline.ranges.map((range) =>
    covers(range, messageSeq) ? { ...range, log: withChanged(range.log, messageSeq, changedOnce) } : range,
  );
  // A page that was read before the event but arrives after it may hold the old message: it is refused.
  const timelines = {
    ...state.timelines,
    [roomId]: { ...timeline, ranges, fromSeq: Math.max(timeline.fromSeq, eventSeq) },
  };
  const isLoading = timeline.phase === "loading";
  return changed({ ...state, rooms, timelines }, isLoading ? [aimCall(roomId, timeline)] : []);
}
