import { chatHandlers, followChat } from "../chat-handlers.ts";
import { followOutbox } from "../outbox/follow-outbox.ts";
import { allOutboxHandlers } from "../outbox/outbox-handlers.ts";
import { timestampOf } from "../platform/clock.ts";
import { createKeyedTimers } from "../platform/keyed-timers.ts";
import { shellHandlers } from "../shell-handlers.ts";
import type { Effect, EffectName } from "../state/effects.ts";
import type { Room } from "../state/entities.ts";
import { initialState } from "../state/initial-state.ts";
import { createChatStore, type ChatStore, type Part } from "../state/store.ts";
import type { PayloadKinds } from "../state/payload-kind.ts";
import { createSyncHandlers, followSync } from "../sync/sync-state.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { signedInAna } from "./people.ts";

/** The whole store with every transition, a clock to push, and effects that are only noted down. */
export interface TestChat extends ChatStore {
  readonly clock: FakeClock;
  /** The effects of a name so far, in order. */
  readonly asked: <Name extends EffectName>(name: Name) => readonly Effect<Name>[];
  /** Forgets what was asked so far. */
  readonly forget: () => void;
  /** Goes to an address, as the browser would tell it. */
  readonly arriveAt: (address: string) => void;
}

/** Nobody is signed in; the chat's code is there. A `ready` outbox keeps at once and always has its turn, a `silent` one does nothing by itself. */
export function createTestChat(outbox: "ready" | "silent" = "ready", kinds: PayloadKinds = {}): TestChat {
  const clock = createFakeClock();
  let noted: Effect[] = [];
  let ids = 0;
  const store = createChatStore({
    initial: initialState({ language: "ro", theme: "system", door: "customer" }),
    context: () => ({
      now: clock.now(),
      timestamp: timestampOf(clock.now()),
      newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, "0")}`,
    }),
    report: (error) => {
      throw error;
    },
  });
  const timers = createKeyedTimers(clock);
  const arriveAt = (address: string): void => {
    const url = new URL(address, "https://cuplaj.test");
    store.dispatch({ type: "address/arrived", path: url.pathname, search: url.search });
  };
  store.add({ handlers: shellHandlers, runners: {}, follow: () => [] });
  store.add({ handlers: chatHandlers, runners: {}, follow: followChat });
  store.add({ handlers: createSyncHandlers(kinds), runners: {}, follow: followSync });
  store.add({
    handlers: allOutboxHandlers,
    runners: outbox === "ready" ? outboxRunners(store) : {},
    follow: followOutbox,
  });
  store.add({
    handlers: {},
    runners: {
      "dispatch-later": ({ key, delayMs, event }) => timers.start(key, delayMs, () => store.dispatch(event)),
      "cancel-later": ({ key }) => timers.cancel(key),
      "cancel-all-later": () => timers.cancelAll(),
      navigate: ({ to }) => arriveAt(to),
    },
    follow: () => [],
  });
  noteEffects(store, (effect) => noted.push(effect));
  return {
    ...store,
    clock,
    arriveAt,
    asked: <Name extends EffectName>(name: Name) =>
      noted.filter((effect): effect is Effect<Name> & Effect => effect.type === name),
    forget: () => {
      noted = [];
    },
  };
}

/** Ana is signed in, at home, connected, with these rooms listed in their order. */
export function createAnasChat(...rooms: readonly Room[]): TestChat {
  const chat = createTestChat();
  chat.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  chat.arriveAt("/");
  chat.dispatch({ type: "chat/started", drafts: {}, isRoomListVisible: true, unreadPlaces: {} });
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "connection/listening" });
  chat.dispatch({ type: "rooms/page-loaded", rooms, total: rooms.length, page: 1 });
  chat.forget();
  return chat;
}

function outboxRunners({ dispatch }: ChatStore): Part["runners"] {
  let place = 0;
  return {
    "outbox-open": () => dispatch({ type: "outbox/read", rows: [], isKept: true }),
    "keep-message": ({ message: { roomId, clientId } }) =>
      dispatch({ type: "outbox/kept", roomId, clientId, place: (place += 1), isKept: true }),
    "ask-turn": () => dispatch({ type: "outbox/turn-begun", rows: null }),
    "end-turn": () => dispatch({ type: "outbox/turn-ended" }),
    "note-found-sent": ({ roomId, clientIds }) => dispatch({ type: "outbox/found-sent", roomId, clientIds }),
  };
}

function noteEffects(store: ChatStore, note: (effect: Effect) => void): void {
  const runners: Record<string, (effect: Effect) => void> = new Proxy({}, { get: () => note, has: () => true });
  store.add({ handlers: {}, runners, follow: () => [] });
}
