import { updated } from "../rooms/listed-rooms.ts";
import type { AppState } from "../state/shape.ts";
import type { Message, RoomId } from "../state/entities.ts";
import { changed, type Change } from "../state/transition.ts";
import { covers } from "../history/history-ranges.ts";
import { withChanged } from "../history/message-log.ts";
import { aimCall } from "../history/open-history.ts";

/** A message as an event of its room's log names it, and the place of that event. */
interface NamedMessage {
  readonly roomId: RoomId;
  readonly messageSeq: number;
  readonly eventSeq: number;
}

/**
 * MSG-6: a message changed by an event, in the conversation and, where it is the newest, in the list. One that was told as that
 * event, or a later one, left it stays as it is.
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
  // A page that was read before the event, and comes after it, may hold the message as it was: it is not taken.
  const timelines = { ...state.timelines, [roomId]: { ...timeline, ranges, fromSeq: eventSeq } };
  const isLoading = timeline.phase === "loading";
  return changed({ ...state, rooms, timelines }, isLoading ? [aimCall(roomId, timeline)] : []);
}
