import { excerptOf } from "../letters.ts";
import type { AppState, Effect } from "../shape.ts";
import type { PendingMessage } from "../entities.ts";
import { dispatchLater } from "../transition.ts";

const quotedMax = 60;
/** The longest timer a browser takes, ms, beyond any page's life: the message can be had only from this alert. */
const unseenAlertMs = 2_147_483_647;

/** SEND-5: a failure stands below its message, unseen where the list does not hold the room. So an alert shows it in every tab. */
export function alertUnsent(before: AppState, after: AppState): readonly Effect[] {
  if (before.pending === after.pending && before.rooms === after.rooms) return [];
  const unseen = unseenFailures(after);
  return [...raiseNew(before, unseen), ...hideOutdated(after, unseen)];
}

function raiseNew(before: AppState, unseen: readonly PendingMessage[]): readonly Effect[] {
  const known = new Set(unseenFailures(before).map(({ clientId }) => clientId));
  return unseen
    .filter(({ clientId }) => !known.has(clientId))
    .map(({ roomId, clientId, text: written, file }) => {
      const quote = excerptOf(written || (file?.name ?? ""), quotedMax);
      const text = { kind: "key", key: "alerts.messageNotSent", quote, unsent: { roomId, clientId } } as const;
      const event = { type: "alerts/raised", alertType: "danger", text, delayMs: unseenAlertMs } as const;
      return dispatchLater(`not-sent:${clientId}`, 0, event);
    });
}

function hideOutdated({ alerts }: AppState, unseen: readonly PendingMessage[]): readonly Effect[] {
  const ids = new Set(unseen.map(({ clientId }) => clientId));
  return alerts.flatMap(({ id, text, phase }): readonly Effect[] => {
    const message = text.kind === "key" ? text.unsent : undefined;
    if (message === undefined || ids.has(message.clientId) || phase === "hiding") return [];
    return [dispatchLater(`hide:${id}`, 0, { type: "alerts/hidden", id })];
  });
}

const unseenFailures = ({ rooms, pending }: AppState): readonly PendingMessage[] =>
  rooms.page === 0
    ? []
    : Object.values(pending)
        .flat()
        .filter(({ status, roomId }) => status === "failed" && !rooms.byId[roomId]);
