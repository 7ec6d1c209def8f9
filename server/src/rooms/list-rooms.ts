import { roomsPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Room, RoomCounts, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import type { CountRooms } from "./count-rooms.ts";
import { roomsBeforePage } from "./rules.ts";
import type { RoomRecord } from "./store.ts";
import { type ShowRoomParts, toRoom } from "./view-room.ts";

interface AskedList {
  readonly page: number;
  readonly filter?: RoomFilter;
  readonly sort?: RoomSort;
}

export interface ListRoomsParts extends ShowRoomParts {
  readonly countRooms: CountRooms;
}

/** ROOM-3: lists the caller's rooms, 20 a page, most recently active first; with `filter` or `sort` also the counts of all filters (ROOM-3c). MAIL-3: a session of one room lists that room. */
export async function listRooms(
  parts: ListRoomsParts,
  caller: User,
  { page, filter, sort }: AskedList,
): Promise<Outcome<{ chats: Room[]; total: number; page: number; counts?: RoomCounts }>> {
  if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
  const { only_room: only } = caller;
  if (only !== undefined) {
    const rooms = page === 1 ? await parts.rooms.listEach([only.id], caller.id) : [];
    return done({ chats: await showListed(parts, rooms, caller.id), total: 1, page });
  }
  const skip = roomsBeforePage(page);
  if (filter === undefined && sort === undefined) {
    const { rooms, total } = await parts.rooms.listRooms(caller.id, skip, roomsPerPage);
    return done({ chats: await showListed(parts, rooms, caller.id), total, page });
  }
  const list = { filter: filter ?? "all", sort: sort ?? "activity" };
  const { rooms, counts } = await listFiltered(parts, caller.id, list, skip);
  return done({ chats: rooms, total: counts[list.filter], page, counts });
}

/** PERF-7a: reads a page that has an index in parallel with the counts; any other page comes from the same pass as the counts. */
async function listFiltered(
  parts: ListRoomsParts,
  readerId: number,
  list: { readonly filter: RoomFilter; readonly sort: RoomSort },
  skip: number,
): Promise<{ rooms: Room[]; counts: RoomCounts }> {
  const { filter, sort } = list;
  const show = async (rooms: readonly RoomRecord[]): Promise<Room[]> => await showListed(parts, rooms, readerId);
  if (filter === "mine" || (filter === "all" && sort === "activity")) {
    const readPage = async (): Promise<Room[]> =>
      await (filter === "mine"
        ? parts.rooms.listHeld(readerId, sort, skip, roomsPerPage).then(show)
        : parts.rooms.listNewest(readerId, skip, roomsPerPage).then(show));
    const [rooms, counts] = await Promise.all([readPage(), parts.countRooms(readerId)]);
    return { rooms, counts };
  }
  const { rooms, counts } = await parts.rooms.walkRooms(readerId, list, skip, roomsPerPage);
  return { rooms: await show(rooms), counts };
}

/** ROOM-3: returns rooms as the room list shows them, each with only its newest message. */
export async function showListed(
  parts: ShowRoomParts,
  records: readonly RoomRecord[],
  readerId: number,
): Promise<Room[]> {
  const newest = await parts.history.newestOf(records, readerId);
  return records.map((record) => {
    const message = newest.get(record.id);
    return toRoom(parts, record, 0, message === undefined ? [] : [message]);
  });
}
