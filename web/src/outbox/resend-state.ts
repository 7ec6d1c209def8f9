import { raiseAlert } from "../alerts/alerts-state.ts";
import { pendingOf, sendNext, withoutPending, withPending } from "../messages/pending-messages.ts";
import { withDraft } from "../messages/send-message.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { CallError, PendingMessage, RoomId } from "../state/entities.ts";
import { andThen, changed, type Change, type Handlers } from "../state/transition.ts";
import { withAside } from "./drafts-state.ts";
import { mayPassByItself, resendDelayMs } from "./resend-rules.ts";

/** How much of a message an alert repeats, in characters. */
const quotedMax = 60;
/** How long an alert says what can be seen nowhere else, ms. */
const unseenAlertMs = 15_000;

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
  "messages/publish-failed": (state, { roomId, clientId, error }) => {
    const message = find(state, roomId, clientId);
    if (!message) return changed(state);
    const attempts = message.attempts + 1;
    return mayPassByItself(error, attempts)
      ? rest(state, { ...message, attempts, error, status: "resting" })
      : fail(state, { ...message, attempts, error, status: "failed" });
  },

  "messages/resend-due": (state, { roomId }) => wake(state, (message) => message.roomId === roomId),

  "outbox/woken": (state) => wake(state, isAway),
  "connection/connected": (state) => wakeEverywhere(state),
  "connection/retry-asked": (state) => wakeEverywhere(state),

  "messages/retry-asked": (state, { roomId, clientId }) => {
    const message = find(state, roomId, clientId);
    return message?.status === "failed"
      ? settle(state, { ...message, attempts: 0, error: null, status: "waiting" })
      : changed(state);
  },

  "messages/pending-deleted": (state, { roomId, clientId }) =>
    changed(find(state, roomId, clientId)?.status === "failed" ? withoutPending(state, roomId, clientId) : state),

  "messages/edit-asked": (state, { roomId, clientId }) => {
    const message = find(state, roomId, clientId);
    if (message?.status !== "failed") return changed(state);
    const aside = [state.drafts[roomId] ?? "", state.asides[roomId] ?? ""].filter((text) => text.trim() !== "");
    const edited = withDraft(withoutPending(state, roomId, clientId), roomId, message.text);
    const together = aside.join("\n\n");
    return changed(withAside(edited, roomId, together), [
      { type: "keep-aside", roomId, text: together },
      { type: "keep-draft", roomId, text: message.text },
    ]);
  },
};

const find = (state: ChatState, roomId: RoomId, clientId: string): PendingMessage | undefined =>
  pendingOf(state, roomId).find((message) => message.clientId === clientId);

/** Tried again by itself: later, or as soon as the connection is back. */
function rest(state: ChatState, message: PendingMessage): Change {
  const { roomId, attempts, clientId, error } = message;
  return changed(replaced(state, message), [
    {
      type: "dispatch-later",
      key: `resend.${roomId}`,
      delayMs: resendDelayMs(attempts, clientId, error?.retryAfterSeconds ?? null),
      event: { type: "messages/resend-due", roomId },
    },
  ]);
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
  const text = { kind: "key", key: "messageNotSent", quote: beginningOf(message.text) } as const;
  const alert = { id: `not-sent:${message.clientId}`, type: "danger", text, delayMs: unseenAlertMs } as const;
  return andThen(failed, (after) => raiseAlert(after, alert));
}

function beginningOf(text: string): string {
  const letters = Array.from(text);
  return letters.length > quotedMax ? `${letters.slice(0, quotedMax).join("")}…` : text;
}

const replaced = (state: ChatState, message: PendingMessage): ChatState =>
  withPending(
    state,
    message.roomId,
    pendingOf(state, message.roomId).map((held) => (held.clientId === message.clientId ? message : held)),
  );

/** Who was sent away for a time stays away for that time; the others only found nobody. */
const isAway = ({ error }: { readonly error: CallError | null }): boolean => error?.code !== "too_many_requests";

function wake(state: ChatState, isDue: (message: PendingMessage) => boolean): Change {
  let next = state;
  for (const [roomId, pending] of Object.entries(state.pending)) {
    if (!pending.some((message) => message.status === "resting" && isDue(message))) continue;
    const woken = pending.map((message): PendingMessage =>
      message.status === "resting" && isDue(message) ? { ...message, status: "waiting" } : message,
    );
    next = withPending(next, Number(roomId), woken);
  }
  return sendNext(next);
}

/** The page that sends may be a hidden one that has not noticed yet. */
function wakeEverywhere(state: ChatState): Change {
  const isElsewhere = !state.outbox.hasTurn && Object.values(state.pending).some((pending) => pending.length > 0);
  const woken = wake(state, isAway);
  return changed(woken.state, isElsewhere ? [...woken.effects, { type: "wake-sender" }] : woken.effects);
}
