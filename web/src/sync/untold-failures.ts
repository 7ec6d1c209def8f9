import { notSentAlert } from "../outbox/not-sent-alert.ts";
import type { ChatState } from "../state/shape.ts";
import type { Effect } from "../state/effects.ts";
import type { PendingMessage } from "../state/entities.ts";

/**
 * SEND-5: a failure stands below its message; where the list does not hold the room, nobody would see it there. It is told of
 * in every page of the person, also when the room goes after the failure, and when an earlier visit left it so.
 */
export function tellFailures(before: ChatState, after: ChatState): readonly Effect[] {
  if (before.pending === after.pending && before.rooms === after.rooms) return [];
  const unseen = unseenFailures(after);
  return [...tellNew(before, after, unseen), ...hideSettled(after, unseen)];
}

function tellNew(before: ChatState, after: ChatState, unseen: readonly PendingMessage[]): readonly Effect[] {
  const known = new Set(unseenFailures(before).map(({ clientId }) => clientId));
  const told = new Set(after.alerts.map(({ id }) => id));
  return unseen
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

/** What was deleted, sent, or can be seen in its room again is no longer told of, whichever page did it. */
function hideSettled({ alerts }: ChatState, unseen: readonly PendingMessage[]): readonly Effect[] {
  const ids = new Set(unseen.map(({ clientId }) => clientId));
  return alerts.flatMap(({ id, text, phase }): readonly Effect[] => {
    const message = text.kind === "key" ? text.unsent : undefined;
    if (message === undefined || ids.has(message.clientId) || phase === "hiding") return [];
    return [{ type: "dispatch-later", key: `hide:${id}`, delayMs: 0, event: { type: "alerts/hidden", id } }];
  });
}

/** The failed messages whose room the list does not hold; none while the list is not known. */
const unseenFailures = ({ rooms, pending }: ChatState): readonly PendingMessage[] =>
  rooms.page === 0
    ? []
    : Object.values(pending)
        .flat()
        .filter(({ status, roomId }) => status === "failed" && !rooms.byId[roomId]);
