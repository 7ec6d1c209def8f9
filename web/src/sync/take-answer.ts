import { withUnread } from "../messages/read-messages.ts";
import { withFreshTimeline } from "../messages/messages-state.ts";
import { pendingOf } from "../messages/pending-messages.ts";
import { ordered, updated, withRoom } from "../rooms/listed-rooms.ts";
import { reopened } from "../rooms/open-room.ts";
import type { ChatState } from "../state/chat-state.ts";
import { type Room, type RoomId, unknownCursor } from "../state/entities.ts";
import type { CaughtUp } from "../state/events.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { andThen, changed, type Change } from "../state/transition.ts";
import { keptAside, withAside } from "./aside.ts";
import { drain, receiveEvents } from "./receive-events.ts";
import { syncSoon, wanted } from "./sync-soon.ts";

/** What was missed (MSG-6): the events go the way of live ones, counts are taken where they belong, and rooms are put in order. */
export function takeAnswer(state: ChatState, { rooms, reset, unread, fresh }: CaughtUp): Change {
  const followed = rooms.reduce(
    (change, { events }) => andThen(change, (next) => receiveEvents(next, events)),
    changed(state),
  );
  return andThen(followed, (after) => {
    let next = after;
    for (const { id, head } of rooms) next = counted(next, id, head, unread[id] ?? 0);
    for (const id of reset) next = forgotten(next, id);
    for (const room of fresh) next = { ...next, rooms: withRoom(next.rooms, room) };
    // The list stays as it is while nothing has happened: a room that was just joined stands first.
    const isMoved = fresh.length > 0 || rooms.some(({ events }) => events.length > 0);
    return takeRooms(isMoved ? { ...next, rooms: ordered(next.rooms) } : next, fresh);
  });
}

/** Rooms as they were just fetched are in the list: what waited for them is applied, and what they know of is asked for. */
export function takeRooms(state: ChatState, rooms: readonly Room[]): Change {
  const epoch = state.sync.epoch ?? rooms[0]?.epoch ?? null;
  const start = changed({ ...state, sync: { ...state.sync, epoch } });
  const taken = rooms.reduce((change, room) => andThen(change, (next) => takeRoom(next, room)), start);
  return andThen(taken, reopened);
}

function takeRoom(state: ChatState, { id, cursor, epoch }: Room): Change {
  const held = state.rooms.byId[id];
  if (!held) return changed(state);
  // One of the two belongs to another numbering: that is for the server to say.
  if (held.epoch !== state.sync.epoch) return syncSoon(wanted(forgotten(state, id)));
  if (epoch !== held.epoch) return syncSoon(wanted(state));
  const noted = cursor > held.cursor ? syncSoon(keptAside(state, id, cursor, null)) : changed(state);
  return andThen(
    andThen(noted, (next) => drain(next, id)),
    (next) => refillOpen(next, id),
  );
}

/** A conversation that was forgotten while it is open gets its newest messages again. */
function refillOpen(state: ChatState, roomId: RoomId): Change {
  if (selectedRoomId(state) !== roomId || state.timelines[roomId]) return changed(state);
  // Its list begins anew at its end, unless it still stands there for what waits to be sent.
  const isAtEnd = state.attention.isAtEnd || pendingOf(state, roomId).length === 0;
  const refilled = { ...withFreshTimeline(state, roomId), attention: { ...state.attention, isAtEnd } };
  return changed(refilled, [{ type: "call-newest-messages", roomId }]);
}

/** Too much was missed in a room to catch up with: nothing more is said of it until it is fetched anew. */
function forgotten(state: ChatState, roomId: RoomId): ChatState {
  const { [roomId]: _history, ...timelines } = state.timelines;
  const rooms = updated(state.rooms, roomId, { cursor: unknownCursor });
  return withAside({ ...state, timelines, rooms }, roomId, {});
}

/**
 * ROOM-7: the server's count as of a place in the log, with what came after it. While there is a position that the server may
 * not have heard of, it counts from an earlier one, and what is known here is better.
 */
function counted(state: ChatState, roomId: RoomId, head: number, count: number): ChatState {
  const room = state.rooms.byId[roomId];
  if (!room || room.cursor < head || state.unconfirmedReads[roomId] !== undefined) return state;
  const since = room.unread.since.filter((seq) => seq > head);
  return withUnread(state, roomId, { upto: head, count: room.readSeq >= head ? 0 : count, since });
}
