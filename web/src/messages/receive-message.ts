import { movedToTop, updated } from "../rooms/listed-rooms.ts";
import { scrollDownMs } from "@cuplaj/protocol/limits.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { Message, Room, RoomId } from "../state/entities.ts";
import { isSamePerson, isSilenced, me, selectedRoomId } from "../state/selectors.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import { withoutTyping } from "../typing/typing-state.ts";
import { withMessages } from "./message-log.ts";
import { startReading, withOthersRead } from "./read-messages.ts";
import { sendNext, withoutPending } from "./pending-messages.ts";

/** Transitions of messages that come from the server. */
export const receiveHandlers: Handlers<
  "messages/received" | "messages/burst-received" | "messages/published" | "messages/scroll-down-over"
> = {
  "messages/received": (state, { message, roomLastSeq }) => receiveMessage(state, message, roomLastSeq),

  "messages/burst-received": (state, { burst }) => {
    let next = changed(state);
    for (const { message, roomLastSeq } of burst) {
      const { state: after, effects } = receiveMessage(next.state, message, roomLastSeq);
      next = changed(after, [...next.effects, ...effects]);
    }
    return next;
  },

  // The answer to one's own send; whichever of answer and echo comes first wins, the second changes nothing.
  "messages/published": (state, { message }) => receiveMessage(state, message, message.seq),

  "messages/scroll-down-over": (state, { roomId }) =>
    changed(state.scrollDownRoomId === roomId ? { ...state, scrollDownRoomId: null } : state),
};

/** An incoming message (specification 4), own or another's, in a room that is open, listed or unknown. */
function receiveMessage(state: ChatState, message: Message, roomLastSeq: number): Change {
  const { roomId } = message;
  const room = state.rooms.byId[roomId];
  // LIST-3: what the list does not hold is fetched, with this message in it.
  if (!room) return changed(state, [{ type: "call-fetch-room", roomId }]);
  const isNew = message.seq > (room.lastMessage?.seq ?? 0);
  const isMine = isSamePerson(message.author, me(state));
  const held = withLogged(state, message);
  const listed: ChatState = {
    ...held,
    rooms: updated(isNew ? movedToTop(held.rooms, roomId) : held.rooms, roomId, {
      lastSeq: Math.max(room.lastSeq, roomLastSeq, message.seq),
      ...(isNew ? { lastMessage: message, updatedAt: message.sentAt } : {}),
    }),
  };
  return isMine ? receiveOwn(listed, message) : receiveOthers(listed, room, message, isNew);
}

/** OWN-1: one's own message clears the unread count, takes the place of its pending copy and scrolls the list to its end. */
function receiveOwn(state: ChatState, message: Message): Change {
  const { roomId, seq } = message;
  const room = state.rooms.byId[roomId];
  const isNewest = (room?.readSeq ?? 0) <= seq;
  const read = isNewest ? { ...state, rooms: updated(state.rooms, roomId, { unreadCount: 0, readSeq: seq }) } : state;
  const sent = sendNext(withoutPending(read, roomId, message.clientId));
  const down = isNewest ? scrollDown(sent.state, roomId) : changed(sent.state);
  return changed(down.state, [...sent.effects, ...down.effects]);
}

function receiveOthers(state: ChatState, before: Room, message: Message, isNew: boolean): Change {
  const { roomId, author, seq } = message;
  // Whoever wrote after a message has read it; and nobody types what has just arrived.
  const seen = author ? withOthersRead(withoutTyping(state, roomId, author), roomId, seq) : state;
  const isUnread = isNew && author !== null && seq > before.readSeq && !isSilenced(state, author);
  if (!isUnread) return changed(seen);
  const counted = { ...seen, rooms: updated(seen.rooms, roomId, { unreadCount: before.unreadCount + 1 }) };
  return startReading(counted, roomId);
}

/** SCROLL-1: raises the scroll-down flag of the open room for 100 ms. */
export function scrollDown(state: ChatState, roomId: RoomId): Change {
  if (selectedRoomId(state) !== roomId) return changed(state);
  return changed({ ...state, scrollDownRoomId: roomId }, [
    {
      type: "dispatch-later",
      key: "scroll-down",
      delayMs: scrollDownMs,
      event: { type: "messages/scroll-down-over", roomId },
    },
  ]);
}

function withLogged(state: ChatState, message: Message): ChatState {
  const timeline = state.timelines[message.roomId];
  if (!timeline) return state;
  const log = withMessages(timeline.log, [message]);
  if (log === timeline.log) return state;
  return { ...state, timelines: { ...state.timelines, [message.roomId]: { ...timeline, log } } };
}
