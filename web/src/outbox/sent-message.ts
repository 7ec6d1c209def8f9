import { emptyTimeline } from "../history/empty-timeline.ts";
import type { MessageLog } from "../history/history-shape.ts";
import { messageAt } from "../history/message-log.ts";
import { liveRange } from "../history/timeline.ts";
import type { ChatState } from "../state/shape.ts";
import type { Message, RoomId } from "../state/entities.ts";

/** How far back a room's history is looked through: what waited longer than this many messages is asked of the server. */
const lookBackMax = 200;

/** The stored message that a pending one has become, as far as this page knows; null while it knows of none. */
export function sentMessage(state: ChatState, roomId: RoomId, clientId: string): Message | null {
  const newest = state.rooms.byId[roomId]?.lastMessage ?? null;
  if (newest?.clientId === clientId) return newest;
  const log = liveRange(state.timelines[roomId] ?? emptyTimeline)?.log;
  return log ? lastSent(log, clientId) : null;
}

function lastSent(log: MessageLog, clientId: string): Message | null {
  for (let i = log.length - 1; i >= Math.max(0, log.length - lookBackMax); i -= 1) {
    const message = messageAt(log, i);
    if (message?.clientId === clientId) return message;
  }
  return null;
}
