import { refillList, withRoomLeft } from "../state/rooms/rooms-state.ts";
import { updated } from "../state/updated-room.ts";
import { withWait } from "../state/rooms/waiting.ts";
import { receiveOthers, showOwn } from "../state/messages/receive-message.ts";
import { sendNext } from "../state/messages/send-state.ts";
import { readUpto, withOthersRead } from "../state/messages/read-messages.ts";
import { receiveLine } from "../state/history/receive-line.ts";
import type { AppState } from "../state/shape.ts";
import type { Message, RoomEvent, RoomId } from "../state/entities.ts";
import { type PayloadKinds, andThen, changed, type Change, dispatched } from "../state/transition.ts";
import { offerUpdateOf } from "../state/offer-entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { earlyOf, withEarlyEvent, withEarlyEvents, syncSoon, wanted, forgotten } from "./catch-up.ts";
import { withChangedMembers } from "./changed-members.ts";

/** MSG-5, MSG-6: applies the event right after a room's cursor, drops earlier ones, and keeps later ones until the gap is filled. */
export function receiveEvents(kinds: PayloadKinds, state: AppState, events: readonly RoomEvent[]): Change {
  return events.reduce((change, event) => andThen(change, (next) => receiveEvent(kinds, next, event)), changed(state));
}

function receiveEvent(kinds: PayloadKinds, state: AppState, event: RoomEvent): Change {
  const { roomId, seq } = event;
  const room = state.rooms.byId[roomId];
  if (room && seq === room.cursor + 1)
    return andThen(applyEvent(kinds, state, event), (next) => drain(kinds, next, roomId));
  // The event proves that the person's own message is stored, even after a gap. Its pending copy may still be here.
  const own = ownMessage(state, event);
  const shown = own ? showSent(state, own) : changed(state);
  if (!room) return andThen(shown, (next) => receiveUnknown(next, event));
  return seq <= room.cursor ? shown : andThen(shown, (next) => syncSoon(withEarlyEvent(next, roomId, seq, event)));
}

/** LIST-2: fetches an unlisted room once if it gets a message or a decision, or if the person joins. Otherwise at most counts change. */
function receiveUnknown(state: AppState, event: RoomEvent): Change {
  const { roomId, seq } = event;
  const isFetched = earlyOf(state, roomId) !== undefined;
  if (isFetched) return changed(withEarlyEvent(state, roomId, seq, event));
  const isJoin = event.kind === "members" && isSamePerson(event.joined, me(state));
  if (event.kind === "message" || isDecision(event) || isJoin) {
    return changed(withEarlyEvent(state, roomId, seq, event), [{ type: "call-fetch-room", roomId }]);
  }
  if (event.kind === "take-over") return changed(state, [dispatched({ type: "rooms/counts-changed" })]);
  const own = event.kind === "read" ? event.reader : event.kind === "members" ? event.left : null;
  return changed(state, isSamePerson(own, me(state)) ? [{ type: "call-unread" }] : []);
}

/** ROOM-3h: a customer's decision moves the room up like a message. */
const isDecision = (event: RoomEvent): boolean =>
  event.kind === "payload" && offerUpdateOf(event)?.decision?.isOnBehalf === false;

export function drain(kinds: PayloadKinds, state: AppState, roomId: RoomId): Change {
  const early = earlyOf(state, roomId);
  const room = state.rooms.byId[roomId];
  if (!early) return changed(state);
  // The person left, but a later event arrived, so they may have joined again.
  if (!room) return changed(state, [{ type: "call-fetch-room", roomId }]);
  const next = early[room.cursor + 1];
  if (next) return andThen(applyEvent(kinds, state, next), (after) => drain(kinds, after, roomId));
  const ahead = Object.entries(early).filter(([seq]) => Number(seq) > room.cursor);
  return changed(withEarlyEvents(state, roomId, Object.fromEntries(ahead)));
}

const showSent = (state: AppState, message: Message): Change => andThen(showOwn(state, message), sendNext);

function applyEvent(kinds: PayloadKinds, state: AppState, event: RoomEvent): Change {
  const { roomId, seq } = event;
  const lined = receiveLine(state, event);
  return applyKind(kinds, { ...lined, rooms: updated(state.rooms, roomId, { cursor: seq }) }, event);
}

function applyKind(kinds: PayloadKinds, state: AppState, event: RoomEvent): Change {
  const { roomId } = event;
  switch (event.kind) {
    case "message":
      return receiveNext(withWait(state, event.message), event.message);
    case "read":
      return isSamePerson(event.reader, me(state))
        ? readUpto(state, roomId, event.readSeq)
        : changed(withOthersRead(state, roomId, event.reader.id, event.readSeq));
    case "members":
      if (isSamePerson(event.left, me(state))) return andThen(withRoomLeft(state, roomId), refillList);
      // A visitor who joins gets a read marker, which only the server knows.
      if (isSamePerson(event.joined, me(state))) {
        return changed(forgotten(state, roomId), [{ type: "call-fetch-room", roomId }]);
      }
      return withChangedMembers(state, event);
    case "take-over": {
      // The action event sets the holder (ACT-2), but only the server has the note of a hand-over (ACT-10c).
      const isHanded = event.change.how === "handed" && isSamePerson(event.change.holder, me(state));
      return changed(state, isHanded ? [{ type: "call-fetch-room", roomId }] : []);
    }
    case "payload":
      // SYNC-9: only the server knows what an event of an unknown kind changed. Several such events cause one request.
      return kinds[event.name]?.apply(state, event) ?? syncSoon(wanted(forgotten(state, roomId, event.seq - 1)));
  }
}

const receiveNext = (state: AppState, message: Message): Change =>
  isSamePerson(message.author, me(state)) ? showSent(state, message) : receiveOthers(state, message);

const ownMessage = (state: AppState, event: RoomEvent): Message | null =>
  event.kind === "message" && isSamePerson(event.message.author, me(state)) ? event.message : null;
