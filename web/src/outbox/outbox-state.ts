import {
  allPending,
  inOrder,
  pendingOf,
  replaced,
  sentMessage,
  withoutPending,
  withPending,
} from "../state/messages/pending-messages.ts";
import { signOutOnceKnown } from "../state/sign-in/sign-in-state.ts";
import type { AppState, Effect } from "../state/shape.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import { tokenOf } from "../state/selectors.ts";
import { andThen, changed, type Change, type Handlers, dispatchLater, dispatched } from "../state/transition.ts";
import { isOwn, resumeBackoff, sendNext } from "../state/messages/send-state.ts";
import { excerptOf } from "../state/letters.ts";

const rollEveryMs = 4000;

export const outboxHandlers = {
  "outbox/opened": (state, { tabId, rows }, { now }) =>
    andThen(withRows({ ...state, outbox: { ...state.outbox, tabId } }, rows), (next) => resumeBackoff(next, now)),

  "outbox/loaded": (state, { rows, isStored }) => {
    const read = withRows({ ...state, outbox: { ...state.outbox, isOpen: true, isStored } }, rows);
    return state.outbox.isOpen ? read : andThen(read, signOutOnceKnown);
  },

  "outbox/row-changed": (state, { row }) => {
    const { roomId, clientId } = row;
    const sent = sentMessage(state, roomId, clientId);
    if (sent) return changed(state, [{ type: "remove-from-journal", clientIds: [clientId], sent: [sent] }]);
    const others = pendingOf(state, roomId).filter((message) => message.clientId !== clientId);
    // Sends nothing yet: a waking tab receives its adopted messages one by one, and must not skip any.
    return changed(withPending(state, roomId, inOrder([...others, reconciled(state, row)])));
  },

  "outbox/row-removed": (state, { clientId }) => {
    const rooms = Object.keys(state.pending).map(Number);
    return changed(rooms.reduce((next, roomId) => withoutPending(next, roomId, clientId), state));
  },

  "outbox/roll-due": (state) => changed(state, hasForeign(state) ? [{ type: "call-roll" }] : []),

  "outbox/roll-called": (state, { present }, { now }) => {
    const orphans = foreignOf(state).filter(({ tabId }) => !present.includes(tabId));
    const adopted = orphans.reduce((change, orphan) => andThen(change, (next) => adopt(next, orphan)), changed(state));
    const resumed = andThen(adopted, (next) => resumeBackoff(next, now));
    if (!hasForeign(resumed.state)) return resumed;
    return changed(resumed.state, [...resumed.effects, callRollLater(rollEveryMs)]);
  },
} satisfies Partial<Handlers>;

export function followOutbox(before: AppState, after: AppState): readonly Effect[] {
  const alerts = alertUnsent(before, after);
  if (tokenOf(before) !== tokenOf(after)) {
    return [...alerts, { type: tokenOf(after) === null ? "close-outbox" : "open-outbox" }];
  }
  if (before.pending === after.pending && before.timelines === after.timelines) return alerts;
  return [...alerts, ...removeGone(before, after), ...noteFoundSent(before, after), ...watchTabs(before, after)];
}

/** Removes finished messages from the journal. A row that a read missed stays, since a faulty read must not destroy anything. */
function removeGone(before: AppState, after: AppState): readonly Effect[] {
  if (before.pending === after.pending || before.outbox.reads !== after.outbox.reads) return [];
  const held = new Set(allPending(after).map(({ clientId }) => clientId));
  const gone = allPending(before).filter(({ clientId }) => !held.has(clientId));
  if (gone.length === 0) return [];
  const sent = gone.flatMap(({ roomId, clientId }) => sentMessage(after, roomId, clientId) ?? []);
  return [{ type: "remove-from-journal", clientIds: gone.map(({ clientId }) => clientId), sent }];
}

/** A page of history may include a pending message that was stored but whose response was lost: it must not show twice (SEND-2). */
function noteFoundSent(before: AppState, after: AppState): readonly Effect[] {
  return Object.entries(after.pending).flatMap(([key, pending]): readonly Effect[] => {
    const roomId: RoomId = Number(key);
    if (before.timelines[roomId] === after.timelines[roomId] && before.pending[roomId] === pending) return [];
    const found = pending.filter(({ clientId }) => sentMessage(after, roomId, clientId) !== null);
    const clientIds = found.map(({ clientId }) => clientId);
    return clientIds.length === 0 ? [] : [dispatched({ type: "outbox/found-sent", roomId, clientIds })];
  });
}

/** SEND-3: adopts another tab's messages once that tab is gone; if a read finds such rows, it calls the roll at once. */
function watchTabs(before: AppState, after: AppState): readonly Effect[] {
  if (!hasForeign(after) || hasForeign(before)) return [];
  return [callRollLater(before.outbox.reads === after.outbox.reads ? rollEveryMs : 0)];
}

const callRollLater = (delayMs: number): Effect => dispatchLater("roll", delayMs, { type: "outbox/roll-due" });

const foreignOf = (state: AppState): readonly PendingMessage[] =>
  allPending(state).filter((message) => message.status !== "failed" && !isOwn(state, message));

const hasForeign = (state: AppState): boolean => foreignOf(state).length > 0;

/** Two tabs may adopt a message at the same time: the server stores it once (MSG-2). */
function adopt(state: AppState, orphan: PendingMessage): Change {
  const message = { ...orphan, tabId: state.outbox.tabId };
  return changed(replaced(state, message), [{ type: "write-journal", message, isNew: false }]);
}

function withRows(state: AppState, rows: readonly PendingMessage[]): Change {
  const sent = rows.flatMap(({ roomId, clientId }) => sentMessage(state, roomId, clientId) ?? []);
  const clientIds = sent.flatMap(({ clientId }) => clientId ?? []);
  const unsent = rows.filter(({ clientId }) => !clientIds.includes(clientId));
  const rooms = new Set([...Object.keys(state.pending).map(Number), ...unsent.map(({ roomId }) => roomId)]);
  let next: AppState = { ...state, outbox: { ...state.outbox, reads: state.outbox.reads + 1 } };
  for (const roomId of rooms) next = withRowsOfRoom(next, roomId, unsent);
  const removal: readonly Effect[] = clientIds.length === 0 ? [] : [{ type: "remove-from-journal", clientIds, sent }];
  return andThen(changed(next, removal), sendNext);
}

function withRowsOfRoom(state: AppState, roomId: RoomId, rows: readonly PendingMessage[]): AppState {
  const held = pendingOf(state, roomId);
  const merged = inOrder(rows.filter((row) => row.roomId === roomId).map((row) => reconciled(state, row)));
  const isSame = merged.length === held.length && merged.every((message, i) => message === held[i]);
  return isSame ? state : withPending(state, roomId, merged);
}

/** A tab trusts its own copy of its messages, and storage for other tabs' messages. */
function reconciled(state: AppState, row: PendingMessage): PendingMessage {
  const held = pendingOf(state, row.roomId).find(({ clientId }) => clientId === row.clientId);
  if (held === undefined || held.tabId !== row.tabId) return row;
  const isSame = held.status === row.status && held.notBefore === row.notBefore;
  return isSame || isOwn(state, held) ? held : row;
}

const quotedMax = 60;
/** The longest timer that browsers allow, ms, so that the alert outlives any page: only the alert gives access to the message. */
const unseenAlertMs = 2_147_483_647;

/** SEND-5: a failure shows at its message. In a room that is not listed nobody would see it, so every tab also shows an alert. */
function alertUnsent(before: AppState, after: AppState): readonly Effect[] {
  if (before.pending === after.pending && before.rooms === after.rooms) return [];
  const unseen = unseenFailures(after);
  return [...raiseNew(before, unseen), ...hideOutdated(after, unseen)];
}

function raiseNew(before: AppState, unseen: readonly PendingMessage[]): readonly Effect[] {
  const known = new Set(unseenFailures(before).map(({ clientId }) => clientId));
  return unseen
    .filter(({ clientId }) => !known.has(clientId))
    .map(({ roomId, clientId, text: written, file, request }) => {
      const quote = excerptOf(written || (file?.name ?? request?.items[0]?.text ?? ""), quotedMax);
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
