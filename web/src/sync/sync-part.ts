import type { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import type { ApiClient } from "../api/api-client.ts";
import { roomFromWire } from "../api/from-wire.ts";
import { warn } from "../platform/log.ts";
import type { Effect } from "../state/effects.ts";
import type { CallError } from "../state/entities.ts";
import type { CaughtUp, ChatEvent } from "../state/events.ts";
import type { PayloadKinds } from "../state/payload-kind.ts";
import type { SyncRunners } from "../state/run-effects.ts";
import { tokenOf } from "../state/selectors.ts";
import type { ChatStore, Part } from "../state/store.ts";
import { liveEventOf } from "./live-events.ts";
import { payloadKinds, readSyncedEvent } from "./logged-events.ts";
import { createSyncHandlers, followSync } from "./sync-state.ts";

/** What catching up works with. */
export interface SyncSetup {
  readonly store: ChatStore;
  readonly api: Pick<ApiClient, "call">;
  readonly random: () => number;
  /** Hears of moments when something may have been missed. */
  readonly onGoodMoment: (hear: () => void) => unknown;
}

/** The part, and what live events mean inside, which belongs to it. */
export interface SyncPart extends Part {
  readonly eventOf: (name: string, data: unknown) => ChatEvent;
}

/** Catching up (MSG-6) as a part of the application, added before the live connection opens. */
export function syncPart(setup: SyncSetup, kinds: PayloadKinds = payloadKinds): SyncPart {
  const { api, random, onGoodMoment } = setup;
  const { getState, dispatch } = setup.store;

  async function callSync({ epoch, cursors }: Effect<"call-sync">): Promise<void> {
    const token = tokenOf(getState());
    const asked = getState().rooms.byId;
    const result = await api.call("sync", { body: { ...(epoch === null ? {} : { epoch }), cursors } });
    if (tokenOf(getState()) !== token) return;
    const failed = (error: CallError): void => dispatch({ type: "sync/failed", error, chance: random() });
    if (!result.ok) {
      failed(result.error);
      return;
    }
    try {
      dispatch({ type: "sync/answered", answer: { ...caughtUpFromWire(result.value, kinds), asked } });
    } catch (error) {
      // SYNC-9: a bug, or an answer that nobody foresaw. Where it stood it would say "running" for ever and never ask again.
      warn("What was caught up with could not be taken.", error);
      failed(unforeseen);
    }
  }

  onGoodMoment(() => dispatch({ type: "sync/asked" }));
  const runners: SyncRunners = { "call-sync": (effect) => void callSync(effect) };
  const eventOf = (name: string, data: unknown): ChatEvent => liveEventOf(kinds, name, data);
  return { handlers: createSyncHandlers(kinds), runners, follow: followSync, eventOf };
}

const unforeseen: CallError = { code: "unexpected", message: "", fieldErrors: {}, retryAfterSeconds: null };

const caughtUpFromWire = (
  { epoch, rooms, reset, unread, chats, user_version: userVersion }: SyncAnswer,
  kinds: PayloadKinds,
): Omit<CaughtUp, "asked"> => ({
  epoch,
  reset,
  unread,
  userVersion,
  fresh: chats.map(roomFromWire),
  rooms: rooms.map(({ id, events, head, has_more }) => ({
    id,
    head,
    hasMore: has_more,
    events: events.map((event) => readSyncedEvent(kinds, id, event)),
  })),
});
