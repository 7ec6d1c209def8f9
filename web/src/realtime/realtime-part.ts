import { pageOrigin } from "../platform/page/page.ts";
import { hasNetwork, onKey, onOffline } from "../platform/page/window-attention.ts";
import type { Part } from "../state/part.ts";
import type { AppState, Effect } from "../state/shape.ts";
import {
  connectionHandlers,
  watchedChannels,
  type RealtimeEffects,
  type RealtimeEvents,
  type RealtimeState,
} from "../state/connection/connection-state.ts";
import { createLive } from "./live.ts";
import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import type { Clock } from "../platform/clock.ts";

export const realtimePart: Part<RealtimeState, RealtimeEvents, RealtimeEffects> = {
  initial: { connection: { phase: "idle", ownChannel: "missing", isAwayLong: false } },
  handlers: connectionHandlers,
  follow: followChannels,
  run: (outside) => createLive({ ...outside, onOffline, onKey, hasNetwork, origin: pageOrigin() }),
};

function followChannels(before: AppState, after: AppState): readonly Effect[] {
  if (before.rooms === after.rooms && before.openRoom === after.openRoom && before.connection === after.connection) {
    return [];
  }
  const channels = watchedChannels(after);
  const isSame = channels.join(" ") === watchedChannels(before).join(" ");
  return isSame ? [] : [{ type: "watch-channels", channels }];
}

const slowSendMs = 2000;

/** CONN-4: probes the connection when sending a message is slow. Other calls cause no probe. */
export const probeWhenSlow = (clock: Clock, askProbe: () => void) => (name: EndpointName) =>
  name === "publishMessage" ? clock.later(slowSendMs, askProbe) : () => undefined;
