import { messageFromWire } from "../api/from-wire.ts";
import type { ChatEvent } from "../state/events.ts";
import type { LiveEvent } from "./read-event.ts";

/** What a live event means inside. A new event does not compile until it is told here. */
export function chatEventOf(live: LiveEvent): ChatEvent {
  switch (live.name) {
    case "ChatMessage": {
      const { message, room } = live.data;
      return { type: "messages/received", message: messageFromWire(message), roomLastSeq: room.last_seq };
    }
    case "MessagesRead": {
      const { room_id, user, read_seq } = live.data;
      const reader = { id: user.id, kind: user.type };
      return { type: "messages/read-by", roomId: room_id, reader, readSeq: read_seq };
    }
    case "RoomUpdated":
      return { type: "rooms/updated", roomId: live.data.room.id };
  }
}
