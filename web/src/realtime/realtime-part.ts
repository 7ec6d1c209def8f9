import { pageOrigin } from "../platform/page.ts";
import type { Effect } from "../state/effects.ts";
import type { Part } from "../part.ts";
import type { ChatState } from "../state/shape.ts";
import { connectionHandlers, watchedChannels } from "./connection-state.ts";
import { createLive } from "./live.ts";
import type { RealtimeCommands, RealtimeEffects, RealtimeEvents, RealtimeState } from "./realtime-shape.ts";

/** The live connection. */
export const realtimePart: Part<RealtimeState, RealtimeEvents, RealtimeEffects, RealtimeCommands> = {
  initial: { connection: { phase: "idle", isListening: false, isAwayLong: false } },
  handlers: connectionHandlers,
  follow: followChannels,
  run: (outside) => {
    const live = createLive({
      ...outside,
      loadClient: async () => ({
        Client: (await import("pusher-js")).default,
        eventOf: outside.liveEventOf,
      }),
      origin: pageOrigin(),
    });
    return {
      connect: ({ meId }) => live.connect(meId),
      disconnect: () => live.disconnect(),
      "reconnect-now": () => live.reconnectNow(),
      "watch-channels": ({ channels }) => live.watch(channels),
      "whisper-typing": ({ channel, name }) => live.whisperTyping(channel, name),
    };
  },
  commands: (dispatch) => ({ reconnectNow: () => dispatch({ type: "connection/retry-asked" }) }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};

/** The channels to hold change with the list, the open room and the connection. */
function followChannels(before: ChatState, after: ChatState): readonly Effect[] {
  if (before.rooms === after.rooms && before.openRoom === after.openRoom && before.connection === after.connection) {
    return [];
  }
  const channels = watchedChannels(after);
  return isSameList(watchedChannels(before), channels) ? [] : [{ type: "watch-channels", channels }];
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);
