import { watchedRoomsMax } from "@cuplaj/protocol/limits.ts";
import type { AppState, Effect } from "../shape.ts";
import { selectedRoomId } from "../selectors.ts";
import { changed, type Handlers } from "../transition.ts";
import type { RealtimeEvents } from "./realtime-shape.ts";

/** How long live events may be absent before the banner, ms. Shorter gaps heal unseen. */
const awayNoticeMs = 5000;

/** The live connection (CONN-1). */
export const connectionHandlers: Handlers<keyof RealtimeEvents | "session/started"> = {
  "session/started": (state) => {
    if (state.session.phase === "signed-out" || state.connection.phase !== "idle") return changed(state);
    const connection = { phase: "connecting", ownChannel: "missing", isAwayLong: false } as const;
    return changed({ ...state, connection }, [{ type: "connect", meId: state.session.me.id }, noticeAway]);
  },

  // A socket alone brings no events: until the own channel is held the notice stays or is due.
  "connection/connected": (state) => changed({ ...state, connection: { ...state.connection, phase: "online" } }),

  "connection/lost": (state) => {
    if (state.connection.phase === "offline" || state.connection.phase === "idle") return changed(state);
    const { ownChannel } = state.connection;
    const connection = { ...state.connection, phase: "offline", ownChannel: "missing" } as const;
    // While it was missing the five seconds run already.
    return changed({ ...state, connection }, ownChannel === "missing" ? [] : [noticeAway]);
  },

  // Events missed meanwhile are caught up with (MSG-6).
  "connection/listening": (state) => {
    const connection = { ...state.connection, ownChannel: "held", isAwayLong: false } as const;
    return changed({ ...state, connection }, [cancelNotice]);
  },

  // CONN-6: no catching up either: it would be refused too.
  "connection/refused": (state) => {
    const connection = { ...state.connection, ownChannel: "refused", isAwayLong: false } as const;
    return changed({ ...state, connection }, [cancelNotice]);
  },

  "connection/away-long": (state) => changed({ ...state, connection: { ...state.connection, isAwayLong: true } }),

  "connection/retry-asked": (state) => changed(state, [{ type: "reconnect-now" }]),
  "connection/probe-asked": (state) => changed(state, [{ type: "probe-connection" }]),

  // The list may be wrong about that room: fetching it shows whether it is still ours.
  "connection/channel-refused": (state, { channel }) => {
    const room = Object.values(state.rooms.byId).find((held) => held.channel === channel);
    return changed(state, room ? [{ type: "call-fetch-room", roomId: room.id }] : []);
  },
};

/** Due in five seconds, unless the own channel is held first. */
export const noticeAway: Effect = {
  type: "dispatch-later",
  key: "connection-away",
  delayMs: awayNoticeMs,
  event: { type: "connection/away-long" },
};

export const cancelNotice: Effect = { type: "cancel-later", key: "connection-away" };

/** The presence channels to hold: the person's first listed rooms, and the open one in any case (LIVE-7). */
export function watchedChannels(state: AppState): readonly string[] {
  if (state.connection.phase === "idle") return [];
  const selected = selectedRoomId(state);
  const listed = state.rooms.order.slice(0, watchedRoomsMax);
  const ids =
    selected === null || listed.includes(selected) ? listed : [selected, ...listed.slice(0, watchedRoomsMax - 1)];
  return ids.flatMap((id) => {
    const room = state.rooms.byId[id];
    return room?.isMember ? room.channel : [];
  });
}
