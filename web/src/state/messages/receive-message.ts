import { movedToTop } from "../rooms/listed-rooms.ts";
import { updated } from "../updated-room.ts";
import type { AppState } from "../shape.ts";
import type { Message } from "../entities.ts";
import { markOf } from "../own-rooms.ts";
import { me } from "../selectors.ts";
import { andThen, askToSync, changed, type Change } from "../transition.ts";
import { withoutTyping } from "../typing/typing-state.ts";
import { startReading } from "../rooms/report-read.ts";
import { countsAsUnread, readUpto, withOthersRead, withUnread } from "./read-messages.ts";
import { withoutPending } from "./pending-messages.ts";
import { scrollDown } from "./scroll-down.ts";
import { withArrived } from "../history/timeline.ts";

/**
 * READ-2: an own message replaces its pending copy, reads everything up to it and scrolls the list to its end.
 * That holds as soon as it is known to be stored, even while messages before it are missing.
 */
export function showOwn(state: AppState, message: Message): Change {
  const { roomId, seq, clientId } = message;
  const shown = withListed(withLogged(state, message), message);
  const read = readUpto(shown, roomId, seq);
  const sent = andThen(read, (after) => changed(withoutPending(after, roomId, clientId)));
  return shown.timelines === state.timelines ? sent : andThen(sent, (after) => scrollDown(after, roomId));
}

/** Another person's message, the next event of its room's log. */
export function receiveOthers(state: AppState, message: Message): Change {
  const { roomId, author, seq } = message;
  const shown = withListed(withLogged(state, message), message);
  // An author has read all earlier messages, and no longer types the one that arrived.
  const seen = author ? withOthersRead(withoutTyping(shown, roomId, author), roomId, author.id, seq) : shown;
  const room = seen.rooms.byId[roomId];
  if (!room || seq <= room.readSeq || !room.isMember || !countsAsUnread(me(seen), message)) return changed(seen);
  const unread = { ...room.unread, since: [...room.unread.since, seq] };
  const counted = startReading(withUnread(seen, roomId, unread), roomId);
  // SIL-2d: the server's 1 may have been the mark alone.
  const isOpen = room.unread.count === 1 && markOf(seen, roomId) !== null;
  return isOpen ? changed(counted.state, [...counted.effects, askToSync(0)]) : counted;
}

/** LIST-1: the list shows the newest message, its room on top. */
function withListed(state: AppState, message: Message): AppState {
  const { roomId, seq, sentAt } = message;
  const room = state.rooms.byId[roomId];
  if (!room || seq <= (room.lastMessage?.seq ?? 0)) return state;
  const updatedAt = sentAt > room.updatedAt ? sentAt : room.updatedAt;
  return { ...state, rooms: updated(movedToTop(state.rooms, roomId), roomId, { lastMessage: message, updatedAt }) };
}

function withLogged(state: AppState, message: Message): AppState {
  const timeline = state.timelines[message.roomId];
  const arrived = timeline && withArrived(timeline, message);
  if (!arrived || arrived === timeline) return state;
  return { ...state, timelines: { ...state.timelines, [message.roomId]: arrived } };
}
