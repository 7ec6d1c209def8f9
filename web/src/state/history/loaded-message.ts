import type { Message, MessageName, RoomId } from "../entities.ts";
import type { AppState } from "../shape.ts";
import { covers } from "./history-ranges.ts";
import { indexAtSeq, messageAt } from "./message-log.ts";

/** A message as the log has it, where it is loaded. */
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
