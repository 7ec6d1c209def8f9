import { raiseAlert } from "../alerts/alerts-state.ts";
import { pendingOf, sendNext, withoutPending, withPending } from "../messages/pending-messages.ts";
import type { ChatState } from "../state/shape.ts";
import type { Effect } from "../state/effects.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import { andThen, changed, type Change, type Handlers } from "../state/transition.ts";
import { withAside, withDraft } from "../drafts/drafts-state.ts";
import { notSentAlert } from "./not-sent-alert.ts";
import { putOffMs, resting } from "./put-off.ts";
import { mayPassByItself, resendDelayMs } from "./resend-rules.ts";

/** Transitions of sends that did not get through: those that pass by themselves, and those that are a person's to decide (SEND-4, SEND-5). */
export const resendHandlers: Handlers<
  | "messages/publish-failed"
  | "messages/resend-due"
  | "outbox/woken"
  | "connection/connected"
  | "connection/retry-asked"
  | "messages/retry-asked"
  | "messages/pending-deleted"
  | "messages/edit-asked"
> = {
  "messages/publish-failed": (state, { roomId, clientId, error }, { now }) => {
    const message = find(state, roomId, clientId);
    if (!message) return changed(state);
    const attempts = message.attempts + 1;
    return mayPassByItself(error, attempts)
      ? rest(state, { ...message, attempts, error }, now)
      : fail(state, { ...message, attempts, error, status: "failed" });
  },

  "messages/resend-due": (state, { roomId }) => wake(state, (message) => message.roomId === roomId),

  "outbox/woken": (state, _event, { now }) => wake(state, (message) => putOffMs(message, now) === 0),
  "connection/connected": (state, _event, { now }) =>
    wakeEverywhere(state, (message) => putOffMs(message, now) === 0 || isServerBack(message)),
  "connection/retry-asked": (state, _event, { now }) =>
    wakeEverywhere(state, (message) => putOffMs(message, now) === 0),

  "messages/retry-asked": (state, { roomId, clientId }) => {
    const message = find(state, roomId, clientId);
    return message?.status === "failed"
      ? settle(state, { ...message, attempts: 0, error: null, status: "waiting" })
      : changed(state);
  },

  // Who signs out may delete the others as well, whether or not they are stored (SEND-7).
  "messages/pending-deleted": (state, { roomId, clientId }) =>
    changed(
      state.isLeaving || find(state, roomId, clientId)?.status === "failed"
        ? withoutPending(state, roomId, clientId)
        : state,
    ),

  "messages/edit-asked": (state, { roomId, clientId }) => {
    const message = find(state, roomId, clientId);
    if (message?.status !== "failed") return changed(state);
    const aside = [state.drafts[roomId] ?? "", state.asides[roomId] ?? ""].filter((text) => text.trim() !== "");
    const edited = withDraft(withoutPending(state, roomId, clientId), roomId, message.text);
    const together = aside.join("\n\n");
    return changed(withAside(edited, roomId, together), [
      { type: "save-draft", roomId, kind: "aside", text: together },
      { type: "save-draft", roomId, kind: "draft", text: message.text },
    ]);
  },
};

const find = (state: ChatState, roomId: RoomId, clientId: string): PendingMessage | undefined =>
  pendingOf(state, roomId).find((message) => message.clientId === clientId);

/** Tried again by itself: later, or as soon as the connection is back. Every page of the person shows it so (SEND-3). */
function rest(state: ChatState, message: PendingMessage, now: number): Change {
  const { roomId, attempts, clientId, error } = message;
  const delayMs = resendDelayMs(attempts, clientId, error?.retryAfterSeconds ?? null);
  const rested = resting(message, delayMs, now);
  return changed(replaced(state, rested), [{ type: "update-message", message: rested }, resendLater(roomId, delayMs)]);
}

const resendLater = (roomId: RoomId, delayMs: number): Effect => ({
  type: "dispatch-later",
  key: `resend.${roomId}`,
  delayMs,
  event: { type: "messages/resend-due", roomId },
});

/** The turn to send has come: what rested in the page before is tried now, or when the server wants it. */
export function takeUpRests(state: ChatState, now: number): Change {
  const later = Object.entries(state.pending).flatMap(([roomId, pending]): readonly Effect[] => {
    const rests = pending.filter(({ status }) => status === "resting").map((message) => putOffMs(message, now));
    const delayMs = Math.max(0, ...rests);
    return delayMs === 0 ? [] : [resendLater(Number(roomId), delayMs)];
  });
  const woken = wake(state, (message) => putOffMs(message, now) === 0);
  return changed(woken.state, [...later, ...woken.effects]);
}

/** Failed for good, or to be sent again: what every page of the person, and the next visit, should know. */
function settle(state: ChatState, message: PendingMessage): Change {
  const next = sendNext(replaced(state, message));
  return changed(next.state, [{ type: "update-message", message }, ...next.effects]);
}

/** SEND-5: a failure stands below its message; where the list does not hold the room, nobody would see it there. */
function fail(state: ChatState, message: PendingMessage): Change {
  const failed = settle(state, message);
  if (state.rooms.byId[message.roomId]) return failed;
  return andThen(failed, (after) => raiseAlert(after, { ...notSentAlert(message), type: "danger" }));
}

const replaced = (state: ChatState, message: PendingMessage): ChatState =>
  withPending(
    state,
    message.roomId,
    pendingOf(state, message.roomId).map((held) => (held.clientId === message.clientId ? message : held)),
  );

/**
 * A server that could not, and whose connection has come back since this page asked, is well again: it need not be waited for.
 * Who was sent away for a time stays away for that time.
 */
const isServerBack = ({ error, attempts }: PendingMessage): boolean =>
  attempts > 0 && error?.code !== "too_many_requests";

/** Only the page that sends knows when one that rests is tried again; the others hear of it. */
const wake = (state: ChatState, isDue: (message: PendingMessage) => boolean): Change =>
  sendNext(
    state.outbox.hasTurn ? withWaiting(state, (message) => message.status === "resting" && isDue(message)) : state,
  );

/** The state in which these wait again. */
export function withWaiting(state: ChatState, isMeant: (message: PendingMessage) => boolean): ChatState {
  let next = state;
  for (const [roomId, pending] of Object.entries(state.pending)) {
    if (!pending.some(isMeant)) continue;
    const waiting = pending.map((message): PendingMessage =>
      isMeant(message) ? { ...message, status: "waiting" } : message,
    );
    next = withPending(next, Number(roomId), waiting);
  }
  return next;
}

/** The page that sends may be a hidden one that has not noticed yet. */
function wakeEverywhere(state: ChatState, isDue: (message: PendingMessage) => boolean): Change {
  const isElsewhere = !state.outbox.hasTurn && Object.values(state.pending).some((pending) => pending.length > 0);
  const woken = wake(state, isDue);
  return changed(woken.state, isElsewhere ? [...woken.effects, { type: "wake-sender" }] : woken.effects);
}
