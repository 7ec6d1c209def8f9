import { roomEventFromWire } from "../api/from-wire.ts";
import type { ChatEvent } from "../state/events.ts";
import type { LiveEvent } from "./read-event.ts";

/** What a live event means inside. A new event does not compile until it is told here. */
export function chatEventOf(live: LiveEvent): ChatEvent {
  switch (live.name) {
    case "ChatMessage":
    case "MessagesRead":
    case "RoomUpdated":
      return { type: "sync/events-received", events: [roomEventFromWire(live, "live")] };
    case "RoomHeads":
      return { type: "sync/heads-received", ...live.data };
    case "MeUpdated":
      return { type: "sync/settings-changed", version: live.data.user.version };
  }
}
