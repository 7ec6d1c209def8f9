import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import type { SyncAnswer, SyncedRoom, SyncRequest } from "@cuplaj/protocol/sync.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { showListed } from "../rooms/list-rooms.ts";
import { mayViewRoom, unreadCount } from "../rooms/rules.ts";
import type { RoomAccess, RoomRecord } from "../rooms/store.ts";
import type { ShowRoomParts } from "../rooms/view-room.ts";
import { type KnownEntry, type LogEntry, toEvent } from "../rooms/log-rules.ts";
import { roomsSearched, createAnswerSpace, type EventRange, type Fits, planCatchUp, planWithout } from "./rules.ts";

/** MSG-5: the log only grows, so nothing below a head ever changes. */
export interface EventLog {
  /** Lists the events of all ranges by room and `seq`, up to each room's head. Stops reading once their texts fill a response (`syncBytesMax`). */
  listEvents(ranges: readonly EventRange[], readerId: number): Promise<readonly LogEntry[]>;
}

export interface CatchUpParts extends ShowRoomParts {
  readonly events: EventLog;
}

/** Number of rooms without a cursor in the first batch; with their newest messages, they take at most 800 KiB. */
const roomsAtOnce = 50;

/**
 * MSG-6: returns everything after the caller's cursors, and recently active rooms without a cursor; `visited` lists the rooms shown to a visitor.
 * Takes four statements for any number of rooms, and up to three more if many are new.
 */
export async function catchUp(
  parts: CatchUpParts,
  caller: User,
  asked: SyncRequest,
): Promise<Outcome<{ answer: SyncAnswer; visited: readonly number[] }>> {
  const { rooms, epoch } = parts;
  if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
  const { only_room: only } = caller;
  const cursors = Object.entries(asked.cursors)
    .map(([id, seq]) => ({ roomId: Number(id), seq }))
    .filter(({ roomId }) => only === undefined || roomId === only.id);
  const ids = cursors.map(({ roomId }) => roomId);
  // Heads and markers are read together, so that unread counts match the heads.
  const [accesses, unheld] = await Promise.all([
    rooms.findEachAccess(ids, caller.id),
    only === undefined ? rooms.listRoomsWithout(caller.id, roomsSearched(ids.length), ids) : [],
  ]);
  const held = new Map(
    accesses.filter((room) => mayViewRoom(caller, room.marker !== null)).map((room) => [room.id, room]),
  );
  const plan = planCatchUp(cursors, held, (asked.epoch ?? epoch) === epoch);
  const firstRooms = unheld.slice(0, roomsAtOnce);
  const [read, firstShown] = await Promise.all([
    parts.events.listEvents(plan.ranges, caller.id),
    showListed(parts, firstRooms, caller.id),
  ]);
  const { ranges, reset, events } = planWithout(plan, read);
  const fits = createAnswerSpace(reset.length + ranges.length + unheld.length);
  const synced = toSynced(ranges, events, epoch, fits);
  const newRooms = await showFitting(parts, unheld, firstShown, caller.id, fits);
  const visited = synced.filter(({ id, events }) => events.length > 0 && held.get(id)?.marker === null);
  const answer = {
    epoch,
    rooms: [...synced, ...unheld.slice(newRooms.length).map(leftOut)],
    reset: [...reset],
    unread: unreadOf([...ranges.flatMap(({ room }) => held.get(room.id) ?? []), ...unheld]),
    chats: newRooms,
    user_version: caller.version,
  };
  return done({ answer, visited: visited.map(({ id }) => id) });
}

function toSynced(
  ranges: readonly EventRange[],
  events: readonly KnownEntry[],
  epoch: string,
  fits: Fits,
): SyncedRoom[] {
  const byRoom = Map.groupBy(events, ({ roomId }) => roomId);
  return ranges.map(({ room, after }) => {
    const given = (byRoom.get(room.id) ?? []).map((event) => toEvent(event, room.name, epoch)).filter(fits);
    const reached = given.at(-1)?.seq ?? after;
    return { id: room.id, events: given, head: room.lastSeq, has_more: reached < room.lastSeq };
  });
}

async function showFitting(
  parts: CatchUpParts,
  rooms: readonly RoomRecord[],
  shown: readonly Room[],
  readerId: number,
  fits: Fits,
): Promise<Room[]> {
  const fitting = shown.filter(fits);
  if (fitting.length < shown.length || shown.length === 0) return fitting;
  const rest = rooms.slice(shown.length);
  const next = await showListed(parts, rest.slice(0, roomsAtOnce), readerId);
  return [...fitting, ...(await showFitting(parts, rest, next, readerId, fits))];
}

/** A new room that did not fit into the response; the next request returns it. */
const leftOut = ({ id, lastSeq }: RoomRecord): SyncedRoom => ({ id, events: [], head: lastSeq, has_more: true });

/** ROOM-7: visitors have nothing unread, so only the rooms of members are counted. */
function unreadOf(rooms: readonly RoomAccess[]): Record<string, number> {
  const joined = rooms.filter(({ marker }) => marker !== null);
  return Object.fromEntries(joined.map((room) => [room.id, unreadCount(room.messagesTotal, room.marker)]));
}
