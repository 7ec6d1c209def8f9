import type { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import { roomFromWire } from "../api/from-wire.ts";
import { warn } from "../platform/log.ts";
import type { CallError } from "../state/entities.ts";
import type { CaughtUp, SyncEffects, SyncEvents, SyncState } from "../state/connection/connection-state.ts";
import type { PayloadKinds } from "../state/transition.ts";
import { tokenOf } from "../state/selectors.ts";
import type { Outside, Part } from "../state/part.ts";
import { readSyncedEvent } from "./logged-events.ts";
import { followSync, syncHandlers } from "./sync-state.ts";
import type { Effect } from "../state/shape.ts";

export const syncPart: Part<SyncState, SyncEvents, SyncEffects> = {
  initial: {
    sync: {
      phase: "idle",
      isWanted: false,
      attempt: 0,
      isHeldBack: false,
      settingsAsked: null,
      epoch: null,
      early: {},
    },
  },
  handlers: syncHandlers,
  follow: followSync,
  run: (outside) => {
    const { store } = outside;
    outside.onResumeHint(() => {
      if (tokenOf(store.getState()) !== null) store.dispatch({ type: "sync/asked" });
    });
    return { "call-sync": (effect) => void callSync(outside, effect) };
  },
};

async function callSync(outside: Outside, { epoch, cursors }: Effect<"call-sync">): Promise<void> {
  const { api, random } = outside;
  const { getState, dispatch, kinds } = outside.store;
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
    // SYNC-9: the cause is a bug, or an unforeseen response. Without this the phase would stay "running", and nothing would ask again.
    warn("What was caught up with could not be taken.", error);
    failed(unforeseen);
  }
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
