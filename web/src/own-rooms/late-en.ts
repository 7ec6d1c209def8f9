import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  ownRooms: {
    pin: "Pin to top",
    unpin: "Unpin",
    mute: "Mute",
    unmute: "Unmute",
    markUnread: "Mark as unread",
    markRead: "Mark as read",
    markUnreadFrom: "Mark unread from here",
  },
};
