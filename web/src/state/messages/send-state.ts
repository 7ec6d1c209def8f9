import { clearDraft, stashDraft } from "../drafts/drafts-state.ts";
import { draftReply } from "./quoted.ts";
import {
  allPending,
  inOrder,
  laneOf,
  pendingMessage,
  pendingOf,
  replaced,
  withoutPending,
  withPending,
} from "./pending-messages.ts";
import { showOwn, scrollDown } from "./receive-message.ts";
import { mayPassByItself } from "../retries/may-pass.ts";
import { chanceOf, notBefore, retryAfterMs, retryDelayMs } from "../retries/retry-delay.ts";
import type { AppState, Effect } from "../shape.ts";
import type { OutgoingFile, PendingMessage, RoomId } from "../entities.ts";
import { andThen, changed, type Change, type Context, type Handlers, dispatchLater } from "../transition.ts";

export const sendHandlers = {
  "outbox/send-asked": (state, { roomId, text, files = [] }, context) => {
    if (state.draftTargets[roomId]?.kind === "edit") return changed(state);
    const written = text.trim() === "" ? [] : [{ text: text.trim() }];
    const [first, ...rest] = files.length > 0 ? files : written;
    if (!first) return changed(state);
    // REPLY-2: the first message sent from a draft takes its reply target.
    return sendMessages(state, roomId, [{ ...first, ...draftReply(state, roomId) }, ...rest], context);
  },

  // The response or the echo may come first, and the other then changes nothing. The room may be unlisted.
  "outbox/published": (state, { clientId, message }) =>
    andThen(showOwn(state, message), (shown) => sendNext(withoutPending(shown, message.roomId, clientId))),

  "outbox/publish-failed": (state, { roomId, clientId, error, hasMoved = false }, { now }) => {
    const held = pendingMessage(state, roomId, clientId);
    // If another tab has adopted the message, that tab decides what to do (SEND-3).
    if (held?.status !== "sending") return changed(state);
    const message = { ...held, attempts: (hasMoved ? 0 : held.attempts) + 1, error };
    return mayPassByItself(error, message.attempts)
      ? backOff(state, message, now)
      : storeStatus(state, { ...message, status: "failed" });
  },

  "outbox/resend-due": (state, { lane }, { now }) => resumeBackoff(state, now, (message) => laneOf(message) === lane),
  "outbox/resume-hinted": (state, _event, { now }) => resumeBackoff(state, now),
  "connection/connected": (state, _event, { now }) =>
    andThen(withHint(resume(state, isServerBack)), (next) => resumeBackoff(next, now)),
  "connection/retry-asked": (state, _event, { now }) => withHint(resumeBackoff(state, now)),

  // The tab in which the person asks sends the message.
  "outbox/retry-asked": (state, { roomId, clientId }) => {
    const message = pendingMessage(state, roomId, clientId);
    if (message?.status !== "failed") return changed(state);
    const again = { tabId: state.outbox.tabId, attempts: 0, error: null, status: "waiting" } as const;
    return storeStatus(state, { ...message, ...again });
  },

  // A file or request may be cancelled at any time (ATT-4, ASK-7). Signing out may delete any message, stored or not (SEND-7).
  "outbox/pending-deleted": (state, { roomId, clientId }) => {
    const message = pendingMessage(state, roomId, clientId);
    const left = withoutPending(state, roomId, clientId);
    if (state.isSigningOut) return changed(left);
    return message?.status === "failed" || message?.file || message?.request ? sendNext(left) : changed(state);
  },

  "outbox/edit-asked": (state, { roomId, clientId }) => {
    const message = pendingMessage(state, roomId, clientId);
    if (message?.status !== "failed") return changed(state);
    const { text, replyTo } = message;
    const target = replyTo ? ({ kind: "reply", ...replyTo } as const) : null;
    return stashDraft(withoutPending(state, roomId, clientId), roomId, text, target);
  },

  "outbox/found-sent": (state, { roomId, clientIds }) =>
    sendNext(clientIds.reduce((next, clientId) => withoutPending(next, roomId, clientId), state)),
} satisfies Partial<Handlers>;

/** Shows messages as pending, stores them, sends them, and empties the composer, in that order (SEND-1). */
export function sendMessages(state: AppState, roomId: RoomId, written: readonly Written[], context: Context): Change {
  let safe = changed(state);
  for (const given of written) safe = andThen(safe, (next) => addMessage(next, { roomId, ...given }, context));
  const cleared = andThen(andThen(safe, sendNext), (next) => clearDraft(next, roomId));
  return andThen(cleared, (next) => scrollDown(next, roomId));
}

type Written = Pick<PendingMessage, "text" | "replyTo" | "request"> & Partial<OutgoingFile>;

function addMessage(state: AppState, given: Written & { readonly roomId: RoomId }, context: Context): Change {
  const before = pendingOf(state, given.roomId);
  const last = before.at(-1);
  const message: PendingMessage = {
    clientId: context.newId(),
    ...given,
    // Even if the clock is set back, the message neither looks older than the one before it nor is sent earlier (SEND-3).
    writtenAt: last && last.writtenAt > context.timestamp ? last.writtenAt : context.timestamp,
    position: Math.max(context.now, ...allPending(state).map(({ position }) => position + 1)),
    tabId: state.outbox.tabId,
    status: "waiting",
    error: null,
    attempts: 0,
  };
  return changed(withPending(state, given.roomId, [...before, message]), [writeRow(message, true)]);
}

/** SEND-3: sends one message at a time per lane, in the order written. A message may overtake refused ones, but never one that is backing off. */
export function sendNext(state: AppState): Change {
  const effects: Effect[] = [];
  let next = state;
  for (const own of ownLanes(state)) {
    const first = own.find(({ status }) => status !== "failed");
    if (first?.status !== "waiting" || own.some(({ status }) => status === "sending")) continue;
    effects.push(callOf(first));
    next = replaced(next, { ...first, status: "sending" });
  }
  return changed(next, effects);
}

function callOf({ roomId, clientId, text, file, request, replyTo }: PendingMessage): Effect {
  if (request) return { type: "call-request", clientId, text, request };
  const asked = { roomId, clientId, text, ...(replyTo && { replyTo }) };
  return file ? { type: "call-upload", ...asked, file } : { type: "call-publish", ...asked };
}

function ownLanes(state: AppState): readonly (readonly PendingMessage[])[] {
  const lanes = new Map<string, PendingMessage[]>();
  for (const message of inOrder(allPending(state).filter((one) => isOwn(state, one)))) {
    lanes.set(laneOf(message), [...(lanes.get(laneOf(message)) ?? []), message]);
  }
  return [...lanes.values()];
}

export const isOwn = ({ outbox }: AppState, { tabId }: PendingMessage): boolean => tabId === outbox.tabId;

/** Ends or schedules the end of the back-off of this tab's messages: nothing is sent before `Retry-After` (SEND-4). */
export function resumeBackoff(
  state: AppState,
  now: number,
  isMeant: (message: PendingMessage) => boolean = () => true,
): Change {
  const later = ownLanes(state).flatMap((lane): readonly Effect[] => {
    const meant = lane.filter((message) => isBackingOff(state, message) && isMeant(message));
    const delayMs = Math.max(0, ...meant.map((message) => retryAfterMs(message, now)));
    return meant[0] && delayMs > 0 ? [resendLater(meant[0], delayMs)] : [];
  });
  const resumed = resume(state, (message) => isMeant(message) && retryAfterMs(message, now) === 0);
  return changed(resumed.state, [...later, ...resumed.effects]);
}

function resume(state: AppState, isDue: (message: PendingMessage) => boolean): Change {
  const due = allPending(state).filter((message) => isBackingOff(state, message) && isDue(message));
  return sendNext(due.reduce((next, message) => replaced(next, { ...message, status: "waiting" }), state));
}

const isBackingOff = (state: AppState, message: PendingMessage): boolean =>
  message.status === "backing-off" && isOwn(state, message);

/** Notifies the sending tab, which may be hidden and so not know that the server is back. */
function withHint({ state, effects }: Change): Change {
  const isElsewhere = allPending(state).some((message) => !isOwn(state, message));
  return changed(state, isElsewhere ? [...effects, { type: "hint-resume" }] : effects);
}

function backOff(state: AppState, held: PendingMessage, now: number): Change {
  const { attempts, clientId, error } = held;
  const delayMs = retryDelayMs(attempts - 1, chanceOf(clientId), error);
  // A pause that the server asked for applies to every tab and to the next visit; the tab's own back-off does not.
  const pauseMs = error?.code === "too_many_requests" ? delayMs : notBefore(error, 0);
  const message: PendingMessage = { ...held, status: "backing-off", notBefore: now + pauseMs };
  return changed(replaced(state, message), [writeRow(message), resendLater(held, delayMs)]);
}

/**
 * Whether a returning connection means that the message can be sent: a failing server has recovered, but one that throttles still wants its pause.
 */
const isServerBack = ({ error, attempts }: PendingMessage): boolean =>
  attempts > 0 && error?.code !== "too_many_requests";

const resendLater = (message: PendingMessage, delayMs: number): Effect =>
  dispatchLater(`resend.${laneOf(message)}`, delayMs, { type: "outbox/resend-due", lane: laneOf(message) });

/** Stores a final failure or a retry: the person's other tabs and the next visit must know of it. */
function storeStatus(state: AppState, message: PendingMessage): Change {
  return andThen(changed(replaced(state, message), [writeRow(message)]), sendNext);
}

const writeRow = (message: PendingMessage, isNew = false): Effect => ({ type: "write-journal", message, isNew });
