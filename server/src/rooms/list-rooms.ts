import { roomsPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { roomsBeforePage } from "./rules.ts";
import type { RoomRecord } from "./store.ts";
import { type ShowRoomParts, toRoom } from "./view-room.ts";

/** ROOM-3: the caller's rooms, 20 a page, newest activity first, each with its newest message. */
export async function listRooms(
  parts: ShowRoomParts,
  caller: User,
  page: number,
): Promise<Outcome<{ chats: Room[]; total: number; page: number }>> {
  if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
  const { rooms, total } = await parts.rooms.listRooms(caller.id, roomsBeforePage(page), roomsPerPage);
  return done({ chats: await showListed(parts, rooms, caller.id), total, page });
}

/** Rooms as the list shows them: each with its newest message alone (ROOM-3). */
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
