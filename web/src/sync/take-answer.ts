import { aimCall, openHistory, staleCall } from "../state/history/open-history.ts";
import { withUnread, readOpened, startReading } from "../state/messages/read-messages.ts";
import { aimed, liveRange, reread, withLiveRange, withTimeline } from "../state/history/timeline.ts";
import { ordered } from "../state/rooms/listed-rooms.ts";
import { withFetchedRoom } from "../state/rooms/room-counts.ts";
import { reopened } from "../state/rooms/open-room.ts";
import type { AppState } from "../state/shape.ts";
import { type Room, type RoomId, unknownCursor } from "../state/entities.ts";
import type { CaughtUp } from "../state/connection/connection-state.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { andThen, changed, type Change, type PayloadKinds } from "../state/transition.ts";
import { withEarlyEvent, syncSoon, wanted, forgotten } from "./catch-up.ts";
import { drain, receiveEvents } from "./receive-events.ts";
import { takeNames } from "./changed-members.ts";

type RoomsById = CaughtUp["asked"];

export function takeAnswer(
  kinds: PayloadKinds,
  state: AppState,
  { rooms, reset, unread, fresh, asked }: CaughtUp,
): Change {
  const followed = rooms.reduce(
    (change, { events }) => andThen(change, (next) => receiveEvents(kinds, next, events)),
    changed(state),
  );
  return andThen(followed, (after) => {
    let next = after;
    for (const { id, head } of rooms) next = counted(next, asked, id, head, unread[id] ?? 0);
    for (const id of reset) next = forgotten(next, id);
    for (const room of fresh) next = withFetchedRoom(next, room);
    // If nothing has happened, the order stays, so that a room that was just joined remains first.
    const isMoved = fresh.length > 0 || rooms.some(({ events }) => events.length > 0);
    const taken = takeRooms(kinds, isMoved ? { ...next, rooms: ordered(next.rooms) } : next, fresh);
    const open = selectedRoomId(taken.state);
    return open === null ? taken : andThen(taken, (last) => startReading(last, open));
  });
}

export function takeRooms(kinds: PayloadKinds, state: AppState, rooms: readonly Room[]): Change {
  const epoch = state.sync.epoch ?? rooms[0]?.epoch ?? null;
  const start = changed({ ...state, sync: { ...state.sync, epoch } });
  const taken = rooms.reduce((change, room) => andThen(change, (next) => takeRoom(kinds, next, room)), start);
  return andThen(taken, reopened);
}

function takeRoom(kinds: PayloadKinds, state: AppState, room: Room): Change {
  const { id, cursor, epoch } = room;
  const held = state.rooms.byId[id];
  if (!held) return changed(state);
  // Either the held room or the last catch-up has an outdated numbering, and only the server knows which.
  if (held.epoch !== state.sync.epoch) return syncSoon(wanted(forgotten(state, id)));
  if (epoch !== held.epoch) return syncSoon(wanted(state));
  const noted = cursor > held.cursor ? syncSoon(withEarlyEvent(state, id, cursor, null)) : changed(state);
  return andThen(
    andThen(noted, (next) => drain(kinds, next, id)),
    (next) => andThen(takeNames(next, room), (named) => refillOpen(named, id)),
  );
}

/**
 * SYNC-9c: refills a refetched room that is open, without moving the list: the shown range is loaded again, and so is the live end if it is shown.
 */
function refillOpen(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  if (!room || selectedRoomId(state) !== roomId || room.cursor === unknownCursor) return changed(state);
  const held = state.timelines[roomId];
  if (!held) return andThen(openHistory(state, room), (opened) => readOpened(opened, roomId));
  if (liveRange(held)) return changed(state);
  const live = withLiveRange(reread(held), room.cursor);
  const timeline = live.aimSeq === null || live.phase === "loading" ? aimed(live) : live;
  const aim = timeline.phase === "loading" ? [aimCall(roomId, timeline)] : [];
  return changed(withTimeline(state, roomId, timeline), [...aim, ...staleCall(roomId, timeline)]);
}

/**
 * ROOM-7: applies the server's count, unless a read marker is unconfirmed: the server then counts from an earlier one, and the page's own count is
 * better.
 */
function counted(state: AppState, asked: RoomsById, roomId: RoomId, head: number, count: number): AppState {
  const room = state.rooms.byId[roomId];
  if (!room || room.cursor < head || state.unconfirmedReads[roomId] !== undefined) return state;
  // The read marker has moved since, perhaps on another device, and the server may not have known that when it counted.
  if (asked[roomId]?.readSeq !== room.readSeq && room.readSeq < head) return wanted(state);
  const since = room.unread.since.filter((seq) => seq > head);
  return withUnread(state, roomId, { upto: head, count: room.readSeq >= head ? 0 : count, since });
}
