import { pendingOf, sendNext, withoutPending, withPending } from "../messages/pending-messages.ts";
import { showOwn } from "../messages/receive-message.ts";
import { leaveLater } from "../sign-in/leave-later.ts";
import type { ChatState } from "../state/shape.ts";
import type { Effect } from "../state/effects.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import { unsentCount } from "../state/selectors.ts";
import { andThen, changed, type Change, type Handlers } from "../state/transition.ts";
import { takeUpRests, withWaiting } from "./resend-state.ts";
import { sentMessage } from "./sent-message.ts";

/** Transitions of the outbox: what is kept, and whose turn it is to send (SEND-1, SEND-3). */
export const outboxHandlers: Handlers<
  "outbox/read" | "outbox/kept" | "outbox/turn-begun" | "outbox/turn-ended" | "outbox/found-sent" | "messages/published"
> = {
  "outbox/read": (state, { rows, isKept }) => {
    const read = withRows({ ...state, outbox: { ...state.outbox, isOpen: true, isKept } }, rows);
    if (state.outbox.isOpen) return read;
    // What was written before the outbox was open is taken in now.
    const opened = changed(read.state, [...read.effects, ...keepUnkept(read.state)]);
    if (!state.isLeaving) return opened;
    // Who signed out before anybody knew whether there is something to ask about, goes now, or is asked (SEND-7).
    return unsentCount(read.state) === 0
      ? changed({ ...opened.state, isLeaving: false }, [...opened.effects, leaveLater(0)])
      : changed(opened.state, [...opened.effects, { type: "cancel-later", key: "leave" }]);
  },

  "outbox/kept": (state, { roomId, clientId, place, isKept }) => {
    const pending = pendingOf(state, roomId);
    // Its echo was faster, or somebody took it back: then it has no business there.
    if (!pending.some((message) => message.clientId === clientId)) {
      return changed(state, [{ type: "drop-messages", clientIds: [clientId], sent: [] }]);
    }
    const placed = pending.map((message) => (message.clientId === clientId ? { ...message, place } : message));
    const kept = { ...state, outbox: { ...state.outbox, isKept } };
    return sendNext(withPending(kept, roomId, inOrder(placed)));
  },

  // What the page before said of them counts until the turn is this one's.
  "outbox/turn-begun": (state, { rows }, { now }) =>
    andThen(rows === null ? changed(state) : withRows(state, rows), (read) =>
      takeUpRests({ ...read, outbox: { ...read.outbox, hasTurn: true } }, now),
    ),

  // What is under way is for the page that has the turn next; should it be stored all the same, that counts.
  "outbox/turn-ended": (state) => {
    const ended = { ...state, outbox: { ...state.outbox, hasTurn: false } };
    return changed(withWaiting(ended, ({ status }) => status === "sending"));
  },

  "outbox/found-sent": (state, { roomId, clientIds }) => {
    let next = state;
    for (const clientId of clientIds) next = withoutPending(next, roomId, clientId);
    return sendNext(next);
  },

  // The answer to one's own send; whichever of answer and echo comes first wins, the second changes nothing. Its room need not
  // be in the list; the message is sent all the same.
  "messages/published": (state, { clientId, message }) =>
    andThen(showOwn(state, message), (shown) => sendNext(withoutPending(shown, message.roomId, clientId))),
};

/** What waits here beside what the device keeps: rows that are gone were sent or deleted by another page. */
function withRows(state: ChatState, rows: readonly PendingMessage[]): Change {
  const sent = rows.flatMap(({ roomId, clientId }) => sentMessage(state, roomId, clientId) ?? []);
  const sentIds = new Set(sent.map(({ clientId }) => clientId));
  const unsent = rows.filter(({ clientId }) => !sentIds.has(clientId));
  const rooms = new Set([...Object.keys(state.pending).map(Number), ...unsent.map(({ roomId }) => roomId)]);
  let next = state;
  for (const roomId of rooms) next = withRowsOfRoom(next, roomId, unsent);
  next = { ...next, outbox: { ...next.outbox, reads: next.outbox.reads + 1 } };
  const clientIds = sent.flatMap(({ clientId }) => clientId ?? []);
  const drop: readonly Effect[] = clientIds.length === 0 ? [] : [{ type: "drop-messages", clientIds, sent }];
  const sending = sendNext(next);
  return changed(sending.state, [...drop, ...sending.effects]);
}

function withRowsOfRoom(state: ChatState, roomId: RoomId, rows: readonly PendingMessage[]): ChatState {
  const held = pendingOf(state, roomId);
  const kept = rows
    .filter((row) => row.roomId === roomId)
    .map((row) =>
      reconciled(
        held.find(({ clientId }) => clientId === row.clientId),
        row,
        state.outbox.hasTurn,
      ),
    );
  const unkept = held.filter(
    ({ place, clientId }) => place === null && !kept.some((message) => message.clientId === clientId),
  );
  const merged = inOrder([...kept, ...unkept]);
  const isSame = merged.length === held.length && merged.every((message, i) => message === held[i]);
  return isSame ? state : withPending(state, roomId, merged);
}

/** A message held here and in the outbox: whether it failed is kept there, whether it is under way is known by the page that sends. */
function reconciled(held: PendingMessage | undefined, row: PendingMessage, hasTurn: boolean): PendingMessage {
  // Of a page that had the turn before, or of this one a moment ago.
  const isStale = hasTurn && row.status === "resting";
  if (!held) return isStale ? { ...row, status: "waiting", error: null } : row;
  if (!isStale && !isSameStage(held, row, hasTurn)) return { ...row, attempts: held.attempts };
  return held.place === row.place ? held : { ...held, place: row.place };
}

function isSameStage(held: PendingMessage, row: PendingMessage, hasTurn: boolean): boolean {
  if (held.status === "sending") return true;
  // One that rests elsewhere may rest for another reason by now.
  return held.status === "resting" ? hasTurn : held.status === row.status;
}

/** As they were kept, by whichever page, and after them as they were written here: no clock decides (SEND-3). */
const inOrder = (pending: readonly PendingMessage[]): readonly PendingMessage[] =>
  pending.toSorted((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER));

const keepUnkept = ({ pending }: ChatState): readonly Effect[] =>
  Object.values(pending)
    .flat()
    .filter(({ place }) => place === null)
    .map((message) => ({ type: "keep-message", message }));
