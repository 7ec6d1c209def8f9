import type { ApiClient } from "./api/api-client.ts";
import { callRunners } from "./chat-calls.ts";
import { chatHandlers, followChat } from "./chat-handlers.ts";
import { keepDraft, keptDrafts } from "./messages/kept-drafts.ts";
import type { Clock } from "./platform/clock.ts";
import { pageOrigin } from "./platform/page.ts";
import { onAttentionChange, onGoodMoment, windowAttention } from "./platform/window-attention.ts";
import { keepRoomListVisible, keptRoomListVisible } from "./rooms/kept-room-list.ts";
import { createLive } from "./realtime/live.ts";
import type { RoomRunners } from "./state/run-effects.ts";
import type { ChatStore } from "./state/store.ts";

/** What the chat works with. */
export interface ChatSetup {
  readonly store: ChatStore;
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The live connection's library comes after the list: nobody waits for it to read. */
const loadClient = async () => (await import("pusher-js")).default;

/** Adds the chat to the store, once; `startChat` begins it for whoever is signed in. */
export function addChat(setup: ChatSetup): { readonly startChat: () => void } {
  const { store } = setup;
  const live = createLive({ ...setup, loadClient, origin: pageOrigin(), onGoodMoment });
  const runners: RoomRunners = {
    ...callRunners(setup),
    connect: ({ meId }) => live.connect(meId),
    disconnect: () => live.disconnect(),
    "reconnect-now": () => live.reconnectNow(),
    "watch-channels": ({ channels }) => live.watch(channels),
    "whisper-typing": ({ channel, name }) => live.whisperTyping(channel, name),
    "keep-draft": ({ roomId, text }) => keepDraft(roomId, text),
    "keep-room-list-visible": ({ isVisible }) => keepRoomListVisible(isVisible),
  };
  store.add({ handlers: chatHandlers, runners, follow: followChat });
  onAttentionChange((attention) => store.dispatch({ type: "attention/window-changed", ...attention }));
  return {
    startChat: () => {
      store.dispatch({ type: "attention/window-changed", ...windowAttention() });
      store.dispatch({ type: "chat/started", drafts: keptDrafts(), isRoomListVisible: keptRoomListVisible() });
    },
  };
}
