import { roomsPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { roomName } from "@cuplaj/protocol/channels.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { type RoomHistory, type RoomPresence, toRoom } from "./room-view.ts";
import { roomsBeforePage } from "./rules.ts";
import type { RoomStore } from "./store.ts";

/** A page of the room list. */
interface RoomPage {
  chats: Room[];
  total: number;
  page: number;
}

/** ROOM-3: the caller's rooms, 20 a page, newest activity first, each with its newest message. */
export type ListRooms = (caller: User, page: number) => Promise<Outcome<RoomPage>>;

/** Makes the use case. */
export function createListRooms(store: RoomStore, history: RoomHistory, online: RoomPresence): ListRooms {
  return async (caller, page) => {
    if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
    const { rooms, total } = await store.listRooms(caller.id, roomsBeforePage(page), roomsPerPage);
    const newest = await history.newestOf(rooms, caller.id);
    const chats = rooms.map((record) => {
      const message = newest.get(record.id);
      return toRoom(record, {
        messages: message ? [message] : [],
        page: 0,
        online: online(roomName(record.offerId)),
      });
    });
    return done({ chats, total, page });
  };
}
