import type { ApiClient } from "./api/api-client.ts";
import { callRunners } from "./chat-calls.ts";
import { chatHandlers, followChat } from "./chat-handlers.ts";
import { draftsPart } from "./drafts/drafts-part.ts";
import { outboxPart } from "./outbox/outbox-part.ts";
import type { Clock } from "./platform/clock.ts";
import { pageOrigin } from "./platform/page.ts";
import { onAttentionChange, onGoodMoment, windowAttention } from "./platform/window-attention.ts";
import { keepRoomListVisible, keptRoomListVisible } from "./rooms/kept-room-list.ts";
import { createLive } from "./realtime/live.ts";
import type { RoomRunners } from "./state/run-effects.ts";
import type { ChatStore } from "./state/store.ts";
import type { SyncPart } from "./sync/sync-part.ts";

/** What the chat works with. */
export interface ChatSetup {
  readonly store: ChatStore;
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Adds the chat to the store, once; `startChat` begins it for whoever is signed in. */
export function addChat(setup: ChatSetup): { readonly startChat: () => void } {
  const { store } = setup;
  let sync: SyncPart | null = null;
  /** The live connection's library comes after the list: nobody waits for it to read. Catching up is there before it. */
  const loadClient = async () => {
    const [library, { syncPart }] = await Promise.all([import("pusher-js"), import("./sync/sync-part.ts")]);
    if (!sync) store.add((sync = syncPart({ ...setup, onGoodMoment })));
    return { Client: library.default, eventOf: sync.eventOf };
  };
  const live = createLive({ ...setup, loadClient, origin: pageOrigin(), onGoodMoment });
  const runners: RoomRunners = {
    ...callRunners(setup),
    connect: ({ meId }) => live.connect(meId),
    disconnect: () => live.disconnect(),
    "reconnect-now": () => live.reconnectNow(),
    "watch-channels": ({ channels }) => live.watch(channels),
    "whisper-typing": ({ channel, name }) => live.whisperTyping(channel, name),
    "keep-room-list-visible": ({ isVisible }) => keepRoomListVisible(isVisible),
  };
  store.add({ handlers: chatHandlers, runners, follow: followChat });
  const [drafts, outbox] = [draftsPart(store), outboxPart(setup)];
  store.add(drafts);
  store.add(outbox);
  // Whoever is signed in by now was so before these parts could follow it.
  drafts.runners["read-drafts"]?.({ type: "read-drafts" });
  outbox.runners["open-outbox"]?.({ type: "open-outbox" });
  onAttentionChange((attention) => store.dispatch({ type: "attention/window-changed", ...attention }));
  return {
    startChat: () => {
      store.dispatch({ type: "attention/window-changed", ...windowAttention() });
      store.dispatch({ type: "chat/started", isRoomListVisible: keptRoomListVisible() });
    },
  };
}
