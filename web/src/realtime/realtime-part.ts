import { pageOrigin } from "../platform/page.ts";
import { hasNetwork, onOffline } from "../platform/window-attention.ts";
import type { Part } from "../part.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { connectionHandlers, watchedChannels } from "./connection-state.ts";
import { createLive } from "./live.ts";
import type { RealtimeCommands, RealtimeEffects, RealtimeEvents, RealtimeState } from "./realtime-shape.ts";

export const realtimePart: Part<RealtimeState, RealtimeEvents, RealtimeEffects, RealtimeCommands> = {
  initial: { connection: { phase: "idle", ownChannel: "missing", isAwayLong: false } },
  handlers: connectionHandlers,
  follow: followChannels,
  run: (outside) => createLive({ ...outside, onOffline, hasNetwork, origin: pageOrigin() }),
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
