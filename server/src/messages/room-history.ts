import type { RoomHistory } from "../rooms/room-view.ts";
import { pageOrdinals } from "../rooms/rules.ts";
import { toMessage } from "./rules.ts";
import type { MessageStore } from "./store.ts";

/** The messages that rooms show with themselves: never newer than the room they are asked for (ROOM-2, ROOM-3). */
export function createRoomHistory(store: MessageStore): RoomHistory {
  return {
    async newestPage(room, readerId) {
      const stored = await store.listByOrdinal(room.id, pageOrdinals(room.messagesTotal, 1));
      return stored.map((message) => toMessage(message, { id: readerId, readSeq: room.marker?.readSeq ?? null }));
    },
    async newestOf(rooms, readerId) {
      const places = rooms
        .filter((room) => room.messagesTotal > 0)
        .map((room) => ({ roomId: room.id, ordinal: room.messagesTotal }));
      const readSeqs = new Map(rooms.map((room) => [room.id, room.marker?.readSeq ?? null]));
      const stored = await store.listEach(places);
      return new Map(
        stored.map((message) => [
          message.roomId,
          toMessage(message, { id: readerId, readSeq: readSeqs.get(message.roomId) ?? null }),
        ]),
      );
    },
  };
}
