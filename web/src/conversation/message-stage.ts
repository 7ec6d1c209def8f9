import type { AppState } from "../state/shape.ts";
import type { PendingMessage } from "../state/entities.ts";
import { allPending, inOrder, laneOf } from "../state/messages/pending-messages.ts";

/** How far a pending message has come: it moves, waits for the connection, or the server asked for a pause. */
export type Stage = "sending" | "waiting" | "queued";

/** The stage of a pending message that has not failed. Messages behind one that is backing off wait with it (SEND-4). */
export function stageOf(state: AppState, pending: PendingMessage): Stage {
  const { status } = pending;
  const lane = allPending(state).filter((other) => other.status !== "failed" && laneOf(other) === laneOf(pending));
  const [first] = inOrder(lane);
  if (first?.status === "backing-off") return first.error?.code === "too_many_requests" ? "queued" : "waiting";
  return status === "waiting" && state.connection.phase === "offline" ? "waiting" : "sending";
}
