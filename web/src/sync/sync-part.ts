import type { SyncAnswer } from "@cuplaj/protocol/sync.ts";
import type { ApiClient } from "../api/api-client.ts";
import { type LogEvent, roomEventFromWire, roomFromWire } from "../api/from-wire.ts";
import { onGoodMoment } from "../platform/window-attention.ts";
import type { Effect } from "../state/effects.ts";
import type { CaughtUp } from "../state/events.ts";
import type { SyncRunners } from "../state/run-effects.ts";
import { tokenOf } from "../state/selectors.ts";
import type { ChatStore, Part } from "../state/store.ts";
import { followSync, syncHandlers } from "./sync-state.ts";

/** What catching up works with. */
export interface SyncSetup {
  readonly store: ChatStore;
  readonly api: Pick<ApiClient, "call">;
  readonly random: () => number;
}

/** Catching up (MSG-6) as a part of the application, added before the live connection opens. */
export function syncPart({ store, api, random }: SyncSetup): Part {
  const { getState, dispatch } = store;

  async function callSync({ epoch, cursors }: Effect<"call-sync">): Promise<void> {
    const token = tokenOf(getState());
    const asked = getState().rooms.byId;
    const result = await api.call("sync", { body: { ...(epoch === null ? {} : { epoch }), cursors } });
    if (tokenOf(getState()) !== token) return;
    dispatch(
      result.ok
        ? { type: "sync/answered", answer: { ...caughtUpFromWire(result.value), asked } }
        : { type: "sync/failed", error: result.error, chance: random() },
    );
  }

  onGoodMoment(() => dispatch({ type: "sync/asked" }));
  const runners: SyncRunners = { "call-sync": (effect) => void callSync(effect) };
  return { handlers: syncHandlers, runners, follow: followSync };
}

const caughtUpFromWire = ({
  epoch,
  rooms,
  reset,
  unread,
  chats,
  user_version: userVersion,
}: SyncAnswer): Omit<CaughtUp, "asked"> => ({
  epoch,
  reset,
  unread,
  userVersion,
  fresh: chats.map(roomFromWire),
  rooms: rooms.map(({ id, events, head, has_more }) => ({
    id,
    head,
    hasMore: has_more,
    // The answer's schema holds each name to its own data; only their pairing is lost on the way through two fields.
    events: events.map(({ event, data }) => roomEventFromWire({ name: event, data } as LogEvent, "catch-up")),
  })),
});
