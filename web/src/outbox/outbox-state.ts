import { pendingOf, sendNext, withoutPending, withPending } from "../messages/pending-messages.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { Effect } from "../state/effects.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import { sentMessage } from "./sent-message.ts";

/** Transitions of the outbox: what is kept, and whose turn it is to send (SEND-1, SEND-3). */
export const outboxHandlers: Handlers<
  "outbox/read" | "outbox/kept" | "outbox/turn-begun" | "outbox/turn-ended" | "outbox/found-sent" | "messages/published"
> = {
  "outbox/read": (state, { rows, isKept }) => {
    const read = withRows({ ...state, outbox: { ...state.outbox, isOpen: true, isKept } }, rows);
    // What was written before the outbox was open is taken in now.
    const taken = state.outbox.isOpen ? [] : keepUnkept(read.state);
    return changed(read.state, [...read.effects, ...taken]);
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

  "outbox/turn-begun": (state, { rows }) => {
    const begun = { ...state, outbox: { ...state.outbox, hasTurn: true } };
    return rows === null ? sendNext(begun) : withRows(begun, rows);
  },

  "outbox/turn-ended": (state) => changed({ ...state, outbox: { ...state.outbox, hasTurn: false } }),

  "outbox/found-sent": (state, { roomId, clientIds }) => {
    let next = state;
    for (const clientId of clientIds) next = withoutPending(next, roomId, clientId);
    return sendNext(next);
  },

  // The room of an answer need not be in the list; its message is sent all the same.
  "messages/published": (state, { clientId, message }) => sendNext(withoutPending(state, message.roomId, clientId)),
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
      ),
    );
  const unkept = held.filter(
    ({ place, clientId }) => place === null && !kept.some((message) => message.clientId === clientId),
  );
  const merged = inOrder([...kept, ...unkept]);
  const isSame = merged.length === held.length && merged.every((message, i) => message === held[i]);
  return isSame ? state : withPending(state, roomId, merged);
}

/** A message held here and in the outbox: whether it failed is kept there, whether it is under way is known here. */
function reconciled(held: PendingMessage | undefined, row: PendingMessage): PendingMessage {
  if (!held) return row;
  const isUnderWay = held.status === "sending" || held.status === "resting";
  const { status, error } = isUnderWay ? held : row;
  return held.place === row.place && held.status === status ? held : { ...held, place: row.place, status, error };
}

/** As they were written, by whichever page; those of one moment as they were kept. */
const inOrder = (pending: readonly PendingMessage[]): readonly PendingMessage[] =>
  pending.toSorted((a, b) => {
    if (a.writtenAt !== b.writtenAt) return a.writtenAt < b.writtenAt ? -1 : 1;
    return (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER);
  });

const keepUnkept = ({ pending }: ChatState): readonly Effect[] =>
  Object.values(pending)
    .flat()
    .filter(({ place }) => place === null)
    .map((message) => ({ type: "keep-message", message }));
