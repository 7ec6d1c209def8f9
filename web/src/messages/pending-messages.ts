import type { ChatState } from "../state/shape.ts";
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

/**
 * Sends what waits, in its turn (SEND-3), one at a time in each room, so that no message overtakes the one written before
 * it. Nothing leaves before it is kept, and nothing passes one that rests (SEND-1, SEND-2); a refused one is passed by.
 */
export function sendNext(state: ChatState): Change {
  const effects: Effect[] = [];
  let next = state;
  for (const [key, pending] of Object.entries(state.outbox.hasTurn ? state.pending : {})) {
    const roomId = Number(key);
    const first = pending.find(({ status }) => status !== "failed");
    if (first?.status !== "waiting" || first.place === null) continue;
    if (pending.some(({ status }) => status === "sending")) continue;
    const { clientId, text } = first;
    effects.push({ type: "call-publish", roomId, clientId, text });
    next = withPending(
      next,
      roomId,
      pending.map((message) => (message === first ? { ...first, status: "sending" } : message)),
    );
  }
  return changed(next, effects);
}
