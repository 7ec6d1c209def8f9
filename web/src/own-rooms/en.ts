import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

/** The words in English. */
export const en: Said<typeof ro> = {
  ownRooms: {
    rowMenu: "Menu of the conversation {subject}",
    pin: "Pin to top",
    unpin: "Unpin",
    pinned: "pinned",
    mute: "Mute",
    unmute: "Unmute",
    muted: "muted",
    markUnread: "Mark as unread",
    markRead: "Mark as read",
    markUnreadFrom: "Mark unread from here",
    offline: "Nothing has changed: the server cannot be reached. Try again when the connection is back.",
    failed: "Nothing has changed: the server refused. Try again.",
    pinsFull: "You have reached the limit of pinned conversations. Unpin one to make room.",
  },
};
