import { clearDraft, stashDraft } from "../drafts/drafts-state.ts";
import { pendingOf, withoutPending, withPending } from "../messages/pending-messages.ts";
import { showOwn } from "../messages/receive-message.ts";
import { scrollDown } from "../messages/scroll-down.ts";
import { mayPassByItself } from "../retries/may-pass.ts";
import { chanceOf, notBefore, retryDelayMaxMs, retryDelayMs } from "../retries/retry-delay.ts";
import type { AppState, Effect } from "../state/shape.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import { andThen, changed, type Change, type Context, type Handlers } from "../state/transition.ts";

/** A message on its way out. Each transition names its room: none asks which one is selected (WEB-3). */
export const sendHandlers: Handlers<
  | "outbox/send-asked"
  | "outbox/published"
  | "outbox/publish-failed"
  | "outbox/resend-due"
  | "outbox/retry-asked"
  | "outbox/pending-deleted"
  | "outbox/edit-asked"
  | "outbox/found-sent"
  | "outbox/resume-hinted"
  | "connection/connected"
  | "connection/retry-asked"
> = {
  "outbox/send-asked": (state, { roomId, text }, context) => sendMessage(state, roomId, text.trim(), context),

  // Answer or echo, the first one wins, and the second changes nothing. Its room need not be in the list.
  "outbox/published": (state, { clientId, message }) =>
    andThen(showOwn(state, message), (shown) => sendNext(withoutPending(shown, message.roomId, clientId))),

  "outbox/publish-failed": (state, { roomId, clientId, error }, { now }) => {
    const held = find(state, roomId, clientId);
    // A message that another tab adopted meanwhile is judged there (SEND-3).
    if (held?.status !== "sending") return changed(state);
    const message = { ...held, attempts: held.attempts + 1, error };
    return mayPassByItself(error, message.attempts)
      ? backOff(state, message, now)
      : storeStatus(state, { ...message, status: "failed" });
  },

  "outbox/resend-due": (state, { roomId }, { now }) =>
    resumeBackoff(state, now, (message) => message.roomId === roomId),
  "outbox/resume-hinted": (state, _event, { now }) => resumeBackoff(state, now),
  "connection/connected": (state, _event, { now }) =>
    andThen(withHint(resume(state, isServerBack)), (next) => resumeBackoff(next, now)),
  "connection/retry-asked": (state, _event, { now }) => withHint(resumeBackoff(state, now)),

  // The tab where the person asks sends it.
  "outbox/retry-asked": (state, { roomId, clientId }) => {
    const message = find(state, roomId, clientId);
    if (message?.status !== "failed") return changed(state);
    const again = { tabId: state.outbox.tabId, attempts: 0, error: null, status: "waiting" } as const;
    return storeStatus(state, { ...message, ...again });
  },

  // A person signing out may delete the others as well, stored or not (SEND-7).
  "outbox/pending-deleted": (state, { roomId, clientId }) =>
    changed(
      state.isSigningOut || find(state, roomId, clientId)?.status === "failed"
        ? withoutPending(state, roomId, clientId)
        : state,
    ),

  "outbox/edit-asked": (state, { roomId, clientId }) => {
    const message = find(state, roomId, clientId);
    return message?.status === "failed"
      ? stashDraft(withoutPending(state, roomId, clientId), roomId, message.text)
      : changed(state);
  },

  "outbox/found-sent": (state, { roomId, clientIds }) =>
    sendNext(clientIds.reduce((next, clientId) => withoutPending(next, roomId, clientId), state)),
};

/** Shows a message as pending, stores it, sends it, and empties the composer, in this order (SEND-1). */
function sendMessage(state: AppState, roomId: RoomId, text: string, context: Context): Change {
  if (text === "") return changed(state);
  const message = newMessage(state, roomId, text, context);
  const pending = withPending(state, roomId, [...pendingOf(state, roomId), message]);
  const safe = changed(pending, [{ type: "write-journal", message, isNew: true }]);
  const cleared = andThen(andThen(safe, sendNext), (next) => clearDraft(next, roomId));
  return andThen(cleared, (next) => scrollDown(next, roomId));
}

function newMessage(state: AppState, roomId: RoomId, text: string, context: Context): PendingMessage {
  const before = pendingOf(state, roomId);
  const last = before.at(-1);
  return {
    clientId: context.newId(),
    roomId,
    text,
    // A clock that was put back makes it neither look older than the one before it, nor leave earlier (SEND-3).
    writtenAt: last && last.writtenAt > context.timestamp ? last.writtenAt : context.timestamp,
    position: Math.max(context.now, (last?.position ?? 0) + 1),
    tabId: state.outbox.tabId,
    status: "waiting",
    error: null,
    attempts: 0,
  };
}

/**
 * Sends this tab's waiting messages: one at a time in each room, in the order written (SEND-3). None passes one
 * backing off; a refused one is passed by.
 */
export function sendNext(state: AppState): Change {
  const effects: Effect[] = [];
  let next = state;
  for (const pending of Object.values(state.pending)) {
    const own = pending.filter((message) => isOwn(state, message));
    const first = own.find(({ status }) => status !== "failed");
    if (first?.status !== "waiting" || own.some(({ status }) => status === "sending")) continue;
    const { roomId, clientId, text } = first;
    effects.push({ type: "call-publish", roomId, clientId, text });
    next = replaced(next, { ...first, status: "sending" });
  }
  return changed(next, effects);
}

/** Whether this tab sends a message: it was written here, or adopted (SEND-3). */
export const isOwn = ({ outbox }: AppState, { tabId }: PendingMessage): boolean => tabId === outbox.tabId;

/** Ends the back-off of this tab's messages, or plans its end: nothing is sent before `Retry-After` (SEND-4). */
export function resumeBackoff(
  state: AppState,
  now: number,
  isMeant: (message: PendingMessage) => boolean = () => true,
): Change {
  const later = Object.values(state.pending).flatMap((pending): readonly Effect[] => {
    const meant = pending.filter((message) => isBackingOff(state, message) && isMeant(message));
    const delayMs = Math.max(0, ...meant.map((message) => retryAfterMs(message, now)));
    return meant[0] && delayMs > 0 ? [resendLater(meant[0].roomId, delayMs)] : [];
  });
  const resumed = resume(state, (message) => isMeant(message) && retryAfterMs(message, now) === 0);
  return changed(resumed.state, [...later, ...resumed.effects]);
}

/** Sends this tab's messages again whose back-off is over. */
function resume(state: AppState, isDue: (message: PendingMessage) => boolean): Change {
  const due = Object.values(state.pending)
    .flat()
    .filter((message) => isBackingOff(state, message) && isDue(message));
  return sendNext(due.reduce((next, message) => replaced(next, { ...message, status: "waiting" }), state));
}

const isBackingOff = (state: AppState, message: PendingMessage): boolean =>
  message.status === "backing-off" && isOwn(state, message);

/** The sending tab may be hidden, and not have noticed yet that the server is back. */
function withHint({ state, effects }: Change): Change {
  const isElsewhere = Object.values(state.pending).some((pending) => pending.some((message) => !isOwn(state, message)));
  return changed(state, isElsewhere ? [...effects, { type: "hint-resume" }] : effects);
}

/** Retries later, or as soon as the connection is back. Every tab of the person shows it. */
function backOff(state: AppState, held: PendingMessage, now: number): Change {
  const { roomId, attempts, clientId, error } = held;
  const delayMs = retryDelayMs(attempts - 1, chanceOf(clientId), error);
  // A pause asked by the server binds every tab, and the next visit; this tab's own does not.
  const pauseMs = error?.code === "too_many_requests" ? delayMs : notBefore(error, 0);
  const message: PendingMessage = { ...held, status: "backing-off", notBefore: now + pauseMs };
  return changed(replaced(state, message), [
    { type: "write-journal", message, isNew: false },
    resendLater(roomId, delayMs),
  ]);
}

/** How long the server still refuses a message, ms; 0 where it may be retried. A clock put back never extends the asked pause. */
export function retryAfterMs(message: PendingMessage, now: number): number {
  const left = (message.notBefore ?? 0) - now;
  return left > 0 && left <= notBefore(message.error, retryDelayMaxMs) ? left : 0;
}

/** A server that could not answer is well again once its connection is back; one that asked for a pause still wants it. */
const isServerBack = ({ error, attempts }: PendingMessage): boolean =>
  attempts > 0 && error?.code !== "too_many_requests";

const resendLater = (roomId: RoomId, delayMs: number): Effect => ({
  type: "dispatch-later",
  key: `resend.${roomId}`,
  delayMs,
  event: { type: "outbox/resend-due", roomId },
});

/** Failed for good, or to be sent again: every tab of the person, and the next visit, should know. */
function storeStatus(state: AppState, message: PendingMessage): Change {
  const stored = changed(replaced(state, message), [{ type: "write-journal", message, isNew: false }]);
  return andThen(stored, sendNext);
}

const find = (state: AppState, roomId: RoomId, clientId: string): PendingMessage | undefined =>
  pendingOf(state, roomId).find((message) => message.clientId === clientId);

/** The state with a newer version of a pending message. */
export const replaced = (state: AppState, message: PendingMessage): AppState =>
  withPending(
    state,
    message.roomId,
    pendingOf(state, message.roomId).map((held) => (held.clientId === message.clientId ? message : held)),
  );
