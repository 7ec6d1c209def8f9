import type { PendingMessage } from "../entities.ts";
import type { AppState } from "../shape.ts";
import { allPending, inOrder, laneOf } from "./pending-messages.ts";

/** The progress of a pending message that has not failed. Messages behind one that is backing off wait too (SEND-4). */
export function stageOf(state: AppState, pending: PendingMessage): "sending" | "waiting" | "queued" {
  const first = firstInLane(state, pending);
  if (first?.status === "backing-off") return first.error?.code === "too_many_requests" ? "queued" : "waiting";
  return pending.status === "waiting" && state.connection.phase === "offline" ? "waiting" : "sending";
}

export function firstInLane(state: AppState, pending: PendingMessage): PendingMessage | undefined {
  return inOrder(
    allPending(state).filter((other) => other.status !== "failed" && laneOf(other) === laneOf(pending)),
  )[0];
}
