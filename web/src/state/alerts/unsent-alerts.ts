import { excerptOf } from "../letters.ts";
import type { AppState, Effect } from "../shape.ts";
import type { PendingMessage } from "../entities.ts";

/** How much of a message an alert repeats, code points. */
const quotedMax = 60;
/** The longest timer a browser takes, ms, beyond any page's life: the message can be had only from this alert. */
const unseenAlertMs = 2_147_483_647;

/**
 * SEND-5: a failure stands below its message, unseen where the list does not hold the room. So an alert shows it in every tab of
 * the person, also when the room goes after the failure, and when an earlier visit left it so.
 */
export function alertUnsent(before: AppState, after: AppState): readonly Effect[] {
  if (before.pending === after.pending && before.rooms === after.rooms) return [];
  const unseen = unseenFailures(after);
  return [...raiseNew(before, unseen), ...hideOutdated(after, unseen)];
}

function raiseNew(before: AppState, unseen: readonly PendingMessage[]): readonly Effect[] {
  const known = new Set(unseenFailures(before).map(({ clientId }) => clientId));
  return unseen
    .filter(({ clientId }) => !known.has(clientId))
    .map(({ roomId, clientId, text, file }) => ({
      type: "dispatch-later",
      key: `not-sent:${clientId}`,
      delayMs: 0,
      event: {
        type: "alerts/raised",
        alertType: "danger",
        text: {
          kind: "key",
          key: "alerts.messageNotSent",
          quote: excerptOf(text || (file?.name ?? ""), quotedMax),
          unsent: { roomId, clientId },
        },
        delayMs: unseenAlertMs,
      },
    }));
}

/** Hides the alert of a message that any tab deleted or sent, or whose room shows it again. */
function hideOutdated({ alerts }: AppState, unseen: readonly PendingMessage[]): readonly Effect[] {
  const ids = new Set(unseen.map(({ clientId }) => clientId));
  return alerts.flatMap(({ id, text, phase }): readonly Effect[] => {
    const message = text.kind === "key" ? text.unsent : undefined;
    if (message === undefined || ids.has(message.clientId) || phase === "hiding") return [];
    return [{ type: "dispatch-later", key: `hide:${id}`, delayMs: 0, event: { type: "alerts/hidden", id } }];
  });
}

/** The failed messages whose room the list does not hold; none before the list is known. */
const unseenFailures = ({ rooms, pending }: AppState): readonly PendingMessage[] =>
  rooms.page === 0
    ? []
    : Object.values(pending)
        .flat()
        .filter(({ status, roomId }) => status === "failed" && !rooms.byId[roomId]);
