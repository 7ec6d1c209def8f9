import { historyHandlers } from "./messages/messages-state.ts";
import { readHandlers } from "./messages/read-messages.ts";
import { scrollHandlers } from "./messages/scroll-down.ts";
import { sendHandlers } from "./messages/send-message.ts";
import { offerHandlers } from "./offers/offers-state.ts";
import { presenceHandlers } from "./presence/presence-state.ts";
import { connectionHandlers, noticeAway, watchedChannels } from "./realtime/connection-state.ts";
import { followRoute, openRoomHandlers } from "./rooms/open-room.ts";
import { loadPage, roomListHandlers } from "./rooms/rooms-state.ts";
import type { ChatState } from "./state/chat-state.ts";
import type { Effect } from "./state/effects.ts";
import type { RoomEvents } from "./state/events.ts";
import { unreadTotal } from "./state/selectors.ts";
import { changed, type Handlers } from "./state/transition.ts";
import { typingHandlers } from "./typing/typing-state.ts";

/** All transitions of the chat; the type makes sure that none is missing. `address/arrived` follows the shell's own. */
export const chatHandlers: Handlers<keyof RoomEvents | "address/arrived"> = {
  ...roomListHandlers,
  ...openRoomHandlers,
  ...historyHandlers,
  ...readHandlers,
  ...scrollHandlers,
  ...sendHandlers,
  ...typingHandlers,
  ...presenceHandlers,
  ...offerHandlers,
  ...connectionHandlers,

  "chat/started": (state, { drafts, isRoomListVisible, unreadPlaces }) => {
    if (state.session.phase === "signed-out" || state.connection.phase !== "idle") return changed(state);
    const connection = { phase: "connecting", isListening: false, isAwayLong: false } as const;
    const page = loadPage({ ...state, drafts, isRoomListVisible, unreadPlaces, connection }, 1);
    const opened = followRoute(page.state);
    return changed(opened.state, [
      ...page.effects,
      ...opened.effects,
      { type: "connect", meId: state.session.me.id },
      noticeAway,
    ]);
  },
};

/** What follows from any change of the chat's state: the channels to hold, the number on badge and title. */
export function followChat(before: ChatState, after: ChatState): readonly Effect[] {
  if (
    before.rooms === after.rooms &&
    before.openRoom === after.openRoom &&
    before.timelines === after.timelines &&
    before.attention === after.attention &&
    before.connection === after.connection
  ) {
    return [];
  }
  const effects: Effect[] = [];
  const channels = watchedChannels(after);
  if (!isSameList(watchedChannels(before), channels)) effects.push({ type: "watch-channels", channels });
  const total = unreadTotal(after);
  if (unreadTotal(before) !== total) effects.push({ type: "show-unread", total });
  return effects;
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);
