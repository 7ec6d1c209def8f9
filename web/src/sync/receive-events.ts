import { refillList, withRoomLeft } from "../rooms/rooms-state.ts";
import { updated } from "../rooms/listed-rooms.ts";
import { receiveOthers, showOwn } from "../messages/receive-message.ts";
import { sendNext } from "../outbox/send-state.ts";
import { readUpto, withOthersRead } from "../messages/read-messages.ts";
import type { AppState } from "../state/shape.ts";
import type { Message, RoomEvent, RoomId } from "../state/entities.ts";
import type { PayloadKinds } from "../state/transition.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { andThen, changed, type Change } from "../state/transition.ts";
import { earlyOf, withEarlyEvent, withEarlyEvents } from "./early-events.ts";
import { forgotten } from "./forgotten.ts";
import { syncSoon, wanted } from "./sync-soon.ts";
import { withChangedMembers } from "./changed-members.ts";

/**
 * Events of rooms' logs, live or caught up with (MSG-5, MSG-6). The one right after a room's cursor is applied, one already applied
 * is dropped, and a later one waits until those between have come.
 */
export function receiveEvents(kinds: PayloadKinds, state: AppState, events: readonly RoomEvent[]): Change {
  return events.reduce((change, event) => andThen(change, (next) => receiveEvent(kinds, next, event)), changed(state));
}

function receiveEvent(kinds: PayloadKinds, state: AppState, event: RoomEvent): Change {
  const { roomId, seq } = event;
  const room = state.rooms.byId[roomId];
  if (room && seq === room.cursor + 1)
    return andThen(applyEvent(kinds, state, event), (next) => drain(kinds, next, roomId));
  // An own message is known to be stored, even with gaps before it, and may have a pending copy here.
  const own = ownMessage(state, event);
  const shown = own ? showSent(state, own) : changed(state);
  if (!room) return andThen(shown, (next) => receiveUnknown(next, event));
  return seq <= room.cursor ? shown : andThen(shown, (next) => syncSoon(withEarlyEvent(next, roomId, seq, event)));
}

/** LIST-3: a room not in the list is fetched, once, when it gets a message or the person joins. Else only its count may change. */
function receiveUnknown(state: AppState, event: RoomEvent): Change {
  const { roomId, seq } = event;
  const isFetched = earlyOf(state, roomId) !== undefined;
  if (isFetched) return changed(withEarlyEvent(state, roomId, seq, event));
  if (event.kind === "message" || (event.kind === "members" && isSamePerson(event.joined, me(state)))) {
    return changed(withEarlyEvent(state, roomId, seq, event), [{ type: "call-fetch-room", roomId }]);
  }
  return changed(state, mayCountAnew(state, event) ? [{ type: "call-unread" }] : []);
}

function mayCountAnew(state: AppState, event: RoomEvent): boolean {
  if (event.kind === "read") return isSamePerson(event.reader, me(state));
  return event.kind === "members" ? isSamePerson(event.left, me(state)) : true;
}

/** Applies events that waited for earlier ones, and drops those behind the cursor. */
export function drain(kinds: PayloadKinds, state: AppState, roomId: RoomId): Change {
  const early = earlyOf(state, roomId);
  const room = state.rooms.byId[roomId];
  if (!early) return changed(state);
  // Left, and a later event came: perhaps joined again.
  if (!room) return changed(state, [{ type: "call-fetch-room", roomId }]);
  const next = early[room.cursor + 1];
  if (next) return andThen(applyEvent(kinds, state, next), (after) => drain(kinds, after, roomId));
  const ahead = Object.entries(early).filter(([seq]) => Number(seq) > room.cursor);
  return changed(withEarlyEvents(state, roomId, Object.fromEntries(ahead)));
}

/** Shows an own message as stored; the next pending one may leave (SEND-3). */
const showSent = (state: AppState, message: Message): Change => andThen(showOwn(state, message), sendNext);

/** The next event of a room's log. */
function applyEvent(kinds: PayloadKinds, state: AppState, event: RoomEvent): Change {
  const { roomId, seq } = event;
  return applyKind(kinds, { ...state, rooms: updated(state.rooms, roomId, { cursor: seq }) }, event);
}

function applyKind(kinds: PayloadKinds, state: AppState, event: RoomEvent): Change {
  const { roomId } = event;
  switch (event.kind) {
    case "message":
      return ownMessage(state, event) ? showSent(state, event.message) : receiveOthers(state, event.message);
    case "read":
      return isSamePerson(event.reader, me(state))
        ? readUpto(state, roomId, event.readSeq)
        : changed(withOthersRead(state, roomId, event.reader.id, event.readSeq));
    case "members":
      if (isSamePerson(event.left, me(state))) return andThen(withRoomLeft(state, roomId), refillList);
      // A visitor who joined has a read position from here on, which the server knows.
      if (isSamePerson(event.joined, me(state))) {
        return changed(forgotten(state, roomId), [{ type: "call-fetch-room", roomId }]);
      }
      return withChangedMembers(state, event);
    case "payload":
      // SYNC-9: only the server knows what an unknown kind has changed; several of them are one reason to ask.
      return kinds[event.name]?.apply(state, event) ?? syncSoon(wanted(forgotten(state, roomId, event.seq - 1)));
  }
}

const ownMessage = (state: AppState, event: RoomEvent): Message | null =>
  event.kind === "message" && isSamePerson(event.message.author, me(state)) ? event.message : null;
