import type { AppState } from "../state/shape.ts";
import type { PendingMessage } from "../state/entities.ts";
import { pendingOf } from "./pending-messages.ts";

/** How far a pending message has come: it moves, waits for the connection, or the server asked for a pause. */
export type Stage = "sending" | "waiting" | "queued";

/** The stage of a pending message that has not failed. Messages behind one that is backing off wait with it (SEND-4). */
export function stageOf(state: AppState, { roomId, status }: PendingMessage): Stage {
  const first = pendingOf(state, roomId).find((message) => message.status !== "failed");
  if (first?.status === "backing-off") return first.error?.code === "too_many_requests" ? "queued" : "waiting";
  return status === "waiting" && state.connection.phase === "offline" ? "waiting" : "sending";
}
