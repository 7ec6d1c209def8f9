import { watchedRoomsMax } from "@cuplaj/protocol/limits.ts";
import { withUncertainTimelines } from "../messages/messages-state.ts";
import { followRoute } from "../rooms/open-room.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { Effect } from "../state/effects.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";

/** How long the connection may be away before the person is told, ms. Shorter gaps heal unseen. */
const awayNoticeMs = 5000;

/** Transitions of the live connection (CONN-1). */
export const connectionHandlers: Handlers<
  | "connection/connected"
  | "connection/lost"
  | "connection/listening"
  | "connection/away-long"
  | "connection/retry-asked"
  | "connection/channel-refused"
> = {
  "connection/connected": (state) =>
    changed({ ...state, connection: { ...state.connection, phase: "online", isAwayLong: false } }, [
      { type: "cancel-later", key: awayKey },
    ]),

  "connection/lost": (state) => {
    if (state.connection.phase === "offline" || state.connection.phase === "idle") return changed(state);
    const connection = { ...state.connection, phase: "offline", isListening: false } as const;
    return changed(withUncertainTimelines({ ...state, connection, typing: {} }), [noticeAway]);
  },

  // What was missed while nobody listened is fetched: the list, the counts and the open conversation.
  "connection/listening": (state) => {
    const roomId = selectedRoomId(state);
    const effects: Effect[] = [{ type: "call-refresh-rooms" }, { type: "call-unread" }];
    if (roomId !== null) effects.push({ type: "call-newest-messages", roomId });
    const retried = retryFailed({ ...state, connection: { ...state.connection, isListening: true } });
    return changed(retried.state, [...effects, ...retried.effects]);
  },

  "connection/away-long": (state) =>
    changed({ ...state, online: {}, connection: { ...state.connection, isAwayLong: true } }),

  "connection/retry-asked": (state) => changed(state, [{ type: "reconnect-now" }]),

  // The list may be wrong about that room: asking for it tells whether it is still ours.
  "connection/channel-refused": (state, { channel }) => {
    const room = Object.values(state.rooms.byId).find((held) => held.channel === channel);
    return changed(state, room ? [{ type: "call-fetch-room", roomId: room.id }] : []);
  },
};

/** Asks again for what is on screen as failed: nobody should have to press a button for it. */
function retryFailed(state: ChatState): Change {
  const opened = state.openRoom.phase === "failed" ? followRoute(state) : changed(state);
  const { phase, number } = state.offer;
  if (phase !== "failed" || number === null) return opened;
  const offer = { number, phase: "loading", value: null, error: null } as const;
  return changed({ ...opened.state, offer }, [...opened.effects, { type: "call-offer", offerNumber: number }]);
}

/** Told five seconds from now, unless the connection is there by then. */
export const noticeAway: Effect = {
  type: "dispatch-later",
  key: "connection-away",
  delayMs: awayNoticeMs,
  event: { type: "connection/away-long" },
};

const awayKey = "connection-away";

/** The presence channels to hold: the first listed rooms, and the open one in any case (LIVE-7). */
export function watchedChannels(state: ChatState): readonly string[] {
  if (state.connection.phase === "idle") return [];
  const selected = selectedRoomId(state);
  const listed = state.rooms.order.slice(0, watchedRoomsMax);
  const ids =
    selected === null || listed.includes(selected) ? listed : [selected, ...listed.slice(0, watchedRoomsMax - 1)];
  return ids.flatMap((id) => state.rooms.byId[id]?.channel ?? []);
}
