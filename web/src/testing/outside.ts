import { type ApiClient, settleIn } from "../api/api-client.ts";
import type { Outside } from "../state/part.ts";
import type { AppStore } from "../state/store.ts";
import { liveEventOf } from "../sync/logged-events.ts";
import { createFakeClock } from "./fake-clock.ts";

/** The dependencies of runners: a store and a fake API. */
export function outsideOf(store: AppStore, call: unknown, changes: Partial<Outside> = {}): Outside {
  return {
    store,
    // The fake call lacks the real types.
    api: {
      call,
      authorized: call,
      callAs: (_token: string, ...asked: readonly unknown[]) => (call as (...all: unknown[]) => unknown)(...asked),
    } as ApiClient,
    clock: createFakeClock(),
    random: () => 0.5,
    settle: settleIn(store),
    loadWords: () => new Promise(() => undefined),
    onResumeHint: () => () => undefined,
    liveEventOf: (name, data) => liveEventOf(store.kinds, name, data),
    ...changes,
  };
}
