import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  messages: {
    noAccess: "You no longer have access to this conversation.",
    wasOut: "You were not in the conversation when it was sent. You can send it again now.",
    notAccepted: "The server rejected this message. Edit it and send it again.",
  },
};
