import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  quotes: {
    reply: "Reply",
    replyTo: "Replying to {name}",
    replyToOwn: "Replying to your own message",
    end: "Stop replying",
    gone: "The quoted message was deleted.",
    back: "Back",
    follow: "Show the quoted message",
    deleted: "Message deleted",
    you: "You",
  },
};
