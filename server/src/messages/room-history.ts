import type { RoomHistory } from "../rooms/view-room.ts";
import { pageOrdinals } from "../rooms/rules.ts";
import { toMessage } from "./rules.ts";
import type { MessageStore } from "./store.ts";

/** Reads the messages shown with rooms; they are never newer than the room row they belong to (ROOM-2, ROOM-3). */
export function createRoomHistory(store: MessageStore): RoomHistory {
  return {
    async newestPage({ id, messagesTotal, marker }, readerId) {
      const stored = await store.listByOrdinal(id, pageOrdinals(messagesTotal, 1), readerId);
      return stored.map((message) => toMessage(message, { id: readerId, readSeq: marker?.readSeq ?? null }));
    },
    async newestOf(rooms, readerId) {
      const readSeqs = new Map(rooms.map(({ id, marker }) => [id, marker?.readSeq ?? null]));
      const spoken = rooms.filter(({ messagesTotal }) => messagesTotal > 0);
      const stored = await store.listEach(
        spoken.map(({ id, messagesTotal }) => ({ roomId: id, ordinal: messagesTotal })),
        readerId,
      );
      return new Map(
        stored.map((message) => {
          const readSeq = readSeqs.get(message.roomId) ?? null;
          return [message.roomId, toMessage(message, { id: readerId, readSeq })];
        }),
      );
    },
  };
}
