import type { AppState } from "../state/shape.ts";
import type { PendingMessage } from "../state/entities.ts";
import { pendingOf } from "./pending-messages.ts";

/** How far a message on its way has come: it moves, it waits for the connection, or the server asked for a pause. */
export type Stage = "sending" | "waiting" | "queued";

/** What is said of a pending message that has not failed. What stands behind one that is backing off waits with it (SEND-4). */
export function stageOf(state: AppState, { roomId, status }: PendingMessage): Stage {
  const first = pendingOf(state, roomId).find((message) => message.status !== "failed");
  if (first?.status === "backing-off") return first.error?.code === "too_many_requests" ? "queued" : "waiting";
  return status === "waiting" && state.connection.phase === "offline" ? "waiting" : "sending";
}
