import type { Message, MessageName, RoomId } from "../entities.ts";
import type { AppState } from "../shape.ts";
import { covers } from "./history-ranges.ts";
import { indexAtSeq, messageAt, withChanged } from "./message-log.ts";
import { updated } from "../updated-room.ts";
import { changed, type Change } from "../transition.ts";
import { aimCall } from "./open-history.ts";
import { withTimeline } from "./timeline.ts";

export function loadedMessage(
  { timelines, rooms }: Pick<AppState, "timelines" | "rooms">,
  roomId: RoomId,
  seq: MessageName["seq"],
): Message | null {
  const range = timelines[roomId]?.ranges.find((each) => covers(each, seq));
  const held = range ? messageAt(range.log, indexAtSeq(range.log, seq)) : null;
  const message = held ?? rooms.byId[roomId]?.lastMessage ?? null;
  return message?.seq === seq ? message : null;
}

/** MSG-6: applies an event to a message, unless the message already includes it or a later one. */
export function changeMessage(
  state: AppState,
  named: { readonly roomId: RoomId; readonly messageSeq: number; readonly eventSeq: number },
  change: (message: Message) => Message,
): Change {
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
  const after = { ...timeline, ranges, fromSeq: Math.max(timeline.fromSeq, eventSeq) };
  const isLoading = timeline.phase === "loading";
  return changed(withTimeline({ ...state, rooms }, roomId, after), isLoading ? [aimCall(roomId, timeline)] : []);
}
