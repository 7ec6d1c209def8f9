import { watchedRoomsMax } from "@cuplaj/protocol/limits.ts";
import { countElsewhere } from "../rooms/rooms-state.ts";
import type { AppState } from "../state/shape.ts";
import type { Effect } from "../state/effects.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { andThen, changed, type Handlers } from "../state/transition.ts";
import type { RealtimeEvents } from "./realtime-shape.ts";

/** How long nobody may be listening before the person is told, ms. Shorter gaps heal unseen. */
const awayNoticeMs = 5000;

/** Transitions of the live connection (CONN-1). */
export const connectionHandlers: Handlers<keyof RealtimeEvents | "session/started"> = {
  "session/started": (state) => {
    if (state.session.phase === "signed-out" || state.connection.phase !== "idle") return changed(state);
    const connection = { phase: "connecting", ownChannel: "missing", isAwayLong: false } as const;
    return changed({ ...state, connection }, [{ type: "connect", meId: state.session.me.id }, noticeAway]);
  },

  // The socket alone brings nothing: until somebody listens the notice stays, or is still to come.
  "connection/connected": (state) => changed({ ...state, connection: { ...state.connection, phase: "online" } }),

  "connection/lost": (state) => {
    if (state.connection.phase === "offline" || state.connection.phase === "idle") return changed(state);
    const { ownChannel } = state.connection;
    const connection = { ...state.connection, phase: "offline", ownChannel: "missing" } as const;
    // Where nobody listened the five seconds run already.
    return changed({ ...state, connection, typing: {} }, ownChannel === "missing" ? [] : [noticeAway]);
  },

  // What was missed while nobody listened is caught up with (MSG-6); the counts of rooms that are not loaded are asked for.
  "connection/listening": (state) => {
    const connection = { ...state.connection, ownChannel: "held", isAwayLong: false } as const;
    return andThen(changed({ ...state, connection }, [cancelNotice]), countElsewhere);
  },

  // CONN-6: no catching up either, for it would be refused alike.
  "connection/refused": (state) => {
    const connection = { ...state.connection, ownChannel: "refused", isAwayLong: false } as const;
    return changed({ ...state, connection }, [cancelNotice]);
  },

  "connection/away-long": (state) =>
    changed({
      ...state,
      online: state.connection.ownChannel === "held" ? state.online : {},
      connection: { ...state.connection, isAwayLong: true },
    }),

  "connection/retry-asked": (state) => changed(state, [{ type: "reconnect-now" }]),
  "connection/probe-asked": (state) => changed(state, [{ type: "probe-connection" }]),

  // The list may be wrong about that room: asking for it tells whether it is still ours.
  "connection/channel-refused": (state, { channel }) => {
    const room = Object.values(state.rooms.byId).find((held) => held.channel === channel);
    return changed(state, room ? [{ type: "call-fetch-room", roomId: room.id }] : []);
  },
};

/** Told five seconds from now, unless somebody listens by then. */
export const noticeAway: Effect = {
  type: "dispatch-later",
  key: "connection-away",
  delayMs: awayNoticeMs,
  event: { type: "connection/away-long" },
};

/** Calls that off. */
export const cancelNotice: Effect = { type: "cancel-later", key: "connection-away" };

/** The presence channels to hold: the first listed rooms of the person's, and the open one in any case (LIVE-7). */
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
