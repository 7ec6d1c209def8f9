import { pageOrigin } from "../platform/page/page.ts";
import { hasNetwork, onKey, onOffline } from "../platform/page/window-attention.ts";
import type { Part } from "../state/part.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { connectionHandlers, watchedChannels } from "../state/connection/connection-state.ts";
import { createLive } from "./live.ts";
import type {
  RealtimeCommands,
  RealtimeEffects,
  RealtimeEvents,
  RealtimeState,
} from "../state/connection/realtime-shape.ts";

export const realtimePart: Part<RealtimeState, RealtimeEvents, RealtimeEffects, RealtimeCommands> = {
  initial: { connection: { phase: "idle", ownChannel: "missing", isAwayLong: false } },
  handlers: connectionHandlers,
  follow: followChannels,
  run: (outside) => createLive({ ...outside, onOffline, onKey, hasNetwork, origin: pageOrigin() }),
  commands: (dispatch) => ({ reconnectNow: () => dispatch({ type: "connection/retry-asked" }) }),
};

/** The channels to hold depend on the list, the open room and the connection. */
function followChannels(before: AppState, after: AppState): readonly Effect[] {
  if (before.rooms === after.rooms && before.openRoom === after.openRoom && before.connection === after.connection) {
    return [];
  }
  const channels = watchedChannels(after);
  const isSame = channels.join(" ") === watchedChannels(before).join(" ");
  return isSame ? [] : [{ type: "watch-channels", channels }];
}
