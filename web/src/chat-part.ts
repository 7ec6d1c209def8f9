import type { ApiClient } from "./api/api-client.ts";
import { callRunners } from "./chat-calls.ts";
import { chatHandlers, followChat } from "./chat-handlers.ts";
import { keepDraft, keptDrafts } from "./messages/kept-drafts.ts";
import { saveUnreadPlace, savedUnreadPlaces } from "./messages/saved-unread-places.ts";
import { putOnDoorstep } from "./outbox/doorstep.ts";
import type { Clock } from "./platform/clock.ts";
import { loadPart } from "./platform/load-part.ts";
import { warn } from "./platform/log.ts";
import { pageOrigin } from "./platform/page.ts";
import { onAttentionChange, onGoodMoment, windowAttention } from "./platform/window-attention.ts";
import { keepRoomListVisible, keptRoomListVisible } from "./rooms/kept-room-list.ts";
import { createLive } from "./realtime/live.ts";
import type { RoomRunners } from "./state/run-effects.ts";
import { me, ownerKey } from "./state/selectors.ts";
import type { ChatStore } from "./state/store.ts";
import type { SyncPart } from "./sync/sync-part.ts";

/** What the chat works with. */
export interface ChatSetup {
  readonly store: ChatStore;
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The outbox comes after the list as well: what is sent before it has come lies on its doorstep (SEND-1). */
const loadOutbox = async () => (await loadPart(() => import("./outbox/outbox-part.ts"))).addOutbox;

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
  const owner = (): string => {
    const person = me(store.getState());
    return person === null ? "" : ownerKey(person);
  };
  let outbox: Promise<unknown> | null = null;
  const openOutbox = (): void => {
    outbox ??= loadOutbox().then(
      (addOutbox) => addOutbox(setup),
      (error: unknown) => {
        warn("The outbox's code could not be loaded.", error);
        outbox = null;
      },
    );
  };
  const runners: RoomRunners = {
    ...callRunners(setup),
    connect: ({ meId }) => live.connect(meId),
    disconnect: () => live.disconnect(),
    "reconnect-now": () => live.reconnectNow(),
    "watch-channels": ({ channels }) => live.watch(channels),
    "whisper-typing": ({ channel, name }) => live.whisperTyping(channel, name),
    "save-unread-place": ({ roomId, seq }) => saveUnreadPlace(owner(), roomId, seq),
    "keep-draft": ({ roomId, text }) => keepDraft(owner(), roomId, text),
    "keep-message": ({ message }) => {
      putOnDoorstep(owner(), message);
      openOutbox();
    },
    "keep-room-list-visible": ({ isVisible }) => keepRoomListVisible(isVisible),
  };
  store.add({ handlers: chatHandlers, runners, follow: followChat });
  store.subscribe(({ rooms }) => {
    // A list that did not come is no reason to keep anybody's words back.
    if (rooms.phase === "ready" || rooms.phase === "failed") openOutbox();
  });
  onAttentionChange((attention) => store.dispatch({ type: "attention/window-changed", ...attention }));
  return {
    startChat: () => {
      store.dispatch({ type: "attention/window-changed", ...windowAttention() });
      store.dispatch({
        type: "chat/started",
        drafts: keptDrafts(owner()),
        isRoomListVisible: keptRoomListVisible(),
        unreadPlaces: savedUnreadPlaces(owner()),
      });
    },
  };
}
