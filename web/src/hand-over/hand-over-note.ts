import { isHolder } from "../state/messages/shown-actions.ts";
import { newestWhere } from "../state/history/message-log.ts";
import { liveLog } from "../state/history/timeline.ts";
import type { Message, Room, RoomId } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";

/** ACT-10: the note with which a room came, until one has answered there or no longer holds it. */
export function noteOf(state: AppState, roomId: RoomId): Room["handedOver"] {
  const { handedOver = null } = state.rooms.byId[roomId] ?? {};
  return handedOver !== null && isHolder(state, roomId) && !hasAnswered(state, roomId, handedOver.at)
    ? handedOver
    : null;
}

/** Whether one has written in a room since a moment, as far as its messages are loaded. */
function hasAnswered(state: AppState, roomId: RoomId, since: string): boolean {
  const isAnswer = (message: Message | null): boolean =>
    message !== null && message.sentAt > since && isSamePerson(message.author, me(state));
  return (
    isAnswer(state.rooms.byId[roomId]?.lastMessage ?? null) ||
    newestWhere(liveLog(state.timelines[roomId]), isAnswer) !== null
  );
}
