import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  ownRooms: {
    rowMenu: "Menu of the conversation {subject}",
    pinned: "pinned",
    muted: "muted",
    offline: "Nothing has changed: the server cannot be reached. Try again when the connection is back.",
    failed: "Nothing has changed: the server refused. Try again.",
    pinsFull: "You have reached the limit of pinned conversations. Unpin one to make room.",
  },
};
