import { movedToTop } from "../rooms/listed-rooms.ts";
import { updated } from "../updated-room.ts";
import type { AppState } from "../shape.ts";
import type { Message, RoomId } from "../entities.ts";
import { markOf } from "../own-rooms/own-rooms.ts";
import { me, selectedRoomId } from "../selectors.ts";
import { andThen, askToSync, changed, type Change, type Handlers, dispatchLater } from "../transition.ts";
import { withoutTyping } from "../typing/typing-state.ts";
import { startReading, countsAsUnread, readUpto, withOthersRead, withUnread } from "./read-messages.ts";
import { withoutPending } from "./pending-messages.ts";
import { withArrived, changeTimeline } from "../history/timeline.ts";
import { scrollDownMs } from "@cuplaj/protocol/limits.ts";
import { goToEndNow } from "./messages-state.ts";
import { withUnreadStart } from "../history/open-history.ts";

/** READ-2: shows the person's own message once it is known to be stored, even while earlier events are missing. */
export function showOwn(state: AppState, message: Message): Change {
  const { roomId, seq, clientId } = message;
  const shown = withListed(withLogged(state, message), message);
  const read = readUpto(shown, roomId, seq);
  const sent = andThen(read, (after) => changed(withoutPending(after, roomId, clientId)));
  return shown.timelines === state.timelines ? sent : andThen(sent, (after) => scrollDown(after, roomId));
}

export function receiveOthers(state: AppState, message: Message): Change {
  const { roomId, author, seq } = message;
  const shown = withListed(withLogged(state, message), message);
  // The author has read all earlier messages, and is no longer typing this one.
  const seen = author ? withOthersRead(withoutTyping(shown, roomId, author), roomId, author.id, seq) : shown;
  const room = seen.rooms.byId[roomId];
  if (!room || seq <= room.readSeq || !room.isMember || !countsAsUnread(me(seen), message)) return changed(seen);
  const unread = { ...room.unread, since: [...room.unread.since, seq] };
  const counted = startReading(withUnread(seen, roomId, unread), roomId);
  // SIL-2d: a server's count of 1 may have been only the mark.
  const isOpen = room.unread.count === 1 && markOf(seen, roomId) !== null;
  return isOpen ? changed(counted.state, [...counted.effects, askToSync(0)]) : counted;
}

function withListed(state: AppState, message: Message): AppState {
  const { roomId, seq, sentAt } = message;
  const room = state.rooms.byId[roomId];
  if (!room || seq <= (room.lastMessage?.seq ?? 0)) return state;
  const updatedAt = sentAt > room.updatedAt ? sentAt : room.updatedAt;
  return { ...state, rooms: updated(movedToTop(state.rooms, roomId), roomId, { lastMessage: message, updatedAt }) };
}

const withLogged = (state: AppState, message: Message): AppState =>
  changeTimeline(state, message.roomId, (timeline) => withArrived(timeline, message));

export const scrollHandlers: Handlers<"messages/scroll-down-over"> = {
  "messages/scroll-down-over": (state, { roomId }) =>
    changed(state.scrollDownRoomId === roomId ? { ...state, scrollDownRoomId: null } : state),
};

/** SCROLL-1: raises the scroll-down flag for 100 ms. READ-3a: replying clears the position of the first unread message. */
export function scrollDown(state: AppState, roomId: RoomId): Change {
  const answered = withUnreadStart(state, roomId, null);
  if (selectedRoomId(state) !== roomId) return answered;
  const gone = andThen(answered, (after) => goToEndNow(after, roomId));
  return changed({ ...gone.state, scrollDownRoomId: roomId }, [
    ...gone.effects,
    dispatchLater("scroll-down", scrollDownMs, { type: "messages/scroll-down-over", roomId }),
  ]);
}
