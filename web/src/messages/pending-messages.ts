import type { ChatState } from "../state/chat-state.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import type { Effect } from "../state/effects.ts";
import { changed, type Change } from "../state/transition.ts";

/** The messages of a room that wait for the server; the same list while nothing changes. */
export const pendingOf = (state: ChatState, roomId: RoomId): readonly PendingMessage[] =>
  state.pending[roomId] ?? nothingPending;

const nothingPending: readonly PendingMessage[] = [];

/** The state with another list of pending messages for a room. */
export const withPending = (state: ChatState, roomId: RoomId, pending: readonly PendingMessage[]): ChatState => ({
  ...state,
  pending: { ...state.pending, [roomId]: pending },
});

/** The state without one pending message; the same state when there is none of this key. */
export function withoutPending(state: ChatState, roomId: RoomId, clientId: string | null): ChatState {
  const pending = pendingOf(state, roomId);
  return pending.some((message) => message.clientId === clientId)
    ? withPending(
        state,
        roomId,
        pending.filter((message) => message.clientId !== clientId),
      )
    : state;
}

/** Sends what waits, one at a time in each room, so that no message overtakes the one written before it. */
export function sendNext(state: ChatState): Change {
  let next = state;
  const effects: Effect[] = [];
  for (const [key, pending] of Object.entries(state.pending)) {
    const roomId = Number(key);
    const first = pending.find((message) => message.status === "waiting");
    if (!first || pending.some((message) => message.status === "sending")) continue;
    const { clientId, text } = first;
    effects.push({ type: "call-publish", roomId, clientId, text });
    next = withPending(
      next,
      roomId,
      pending.map((message) => (message === first ? { ...first, status: "sending", error: null } : message)),
    );
  }
  return changed(next, effects);
}
