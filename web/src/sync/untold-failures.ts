import { notSentAlert } from "../outbox/not-sent-alert.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { Effect } from "../state/effects.ts";
import type { PendingMessage } from "../state/entities.ts";

/**
 * SEND-5: a failure stands below its message; where the list does not hold the room, nobody would see it there. It is told of
 * in every page of the person, also when the room goes after the failure, and when an earlier visit left it so.
 */
export function tellFailures(before: ChatState, after: ChatState): readonly Effect[] {
  if (before.pending === after.pending && before.rooms === after.rooms) return [];
  const known = new Set(unseenFailures(before).map(({ clientId }) => clientId));
  const told = new Set(after.alerts.map(({ id }) => id));
  return unseenFailures(after)
    .filter(({ clientId }) => !known.has(clientId))
    .map(notSentAlert)
    .filter(({ id }) => !told.has(id))
    .map(({ id, text, delayMs }) => ({
      type: "dispatch-later",
      key: id,
      delayMs: 0,
      event: { type: "alerts/raised", alertType: "danger", text, delayMs },
    }));
}

/** The failed messages whose room the list does not hold; none while the list is not known. */
const unseenFailures = ({ rooms, pending }: ChatState): readonly PendingMessage[] =>
  rooms.page === 0
    ? []
    : Object.values(pending)
        .flat()
        .filter(({ status, roomId }) => status === "failed" && !rooms.byId[roomId]);
