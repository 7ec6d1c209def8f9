import { isOffline } from "../state/selectors.ts";
import { clearDraft, stashDraft } from "../state/drafts/drafts-state.ts";
import { loadedMessage } from "../state/history/loaded-message.ts";
import { newestWhere } from "../state/history/message-log.ts";
import { liveLog } from "../state/history/timeline.ts";
import { isQuotedDeleted } from "../state/messages/quoted.ts";
import { type Message, offlineError, type RoomId } from "../state/entities.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers } from "../state/transition.ts";
import { answeredBy, areSomeReached, hasReached, wishesWhere, withWish } from "../state/wishes.ts";
import { doUnlessUndone } from "../state/undo/undo-state.ts";
import { amendmentKey, amendmentOf, deletionId, canAmend } from "../state/messages/amendments.ts";
import type { Amendment, EditsEvents } from "../state/messages/edits-shape.ts";

export const amendmentHandlers: Handlers<
  Exclude<keyof EditsEvents, `edits/${string}earlier-${string}`> | "rooms/removed"
> = {
  "edits/save-asked": (state, { roomId, text }) => {
    const target = state.draftTargets[roomId];
    if (!target || !canSaveEdit(state, roomId)) return changed(state);
    const { messageId, seq } = target;
    const isSame = loadedMessage(state, roomId, seq)?.text === text;
    const closed = clearDraft(state, roomId);
    if (isSame) return closed;
    return andThen(closed, (next) => send(next, { roomId, messageId, seq, kind: "edit", text, ...begun }));
  },

  "edits/edit-asked": (state, { message }) => edit(state, message),
  "edits/last-asked": (state, { roomId }) =>
    edit(
      state,
      newestWhere(liveLog(state.timelines[roomId]), (message) => isEditable(state, message)),
    ),

  "edits/delete-asked": (state, { message }) => {
    if (!canAmend(state, message)) return changed(state);
    const { roomId, id: messageId, seq } = message;
    const deletion: Amendment = { roomId, messageId, seq, kind: "delete", text: "", ...begun, phase: "undoable" };
    const key = amendmentKey(roomId, messageId);
    const target = state.draftTargets[roomId];
    const isEdited = target?.kind === "edit" && target.messageId === messageId;
    const closed = isEdited ? clearDraft(state, roomId) : changed(state);
    return andThen(closed, (next) =>
      doUnlessUndone(withAmendment(next, key, deletion), deletionId(deletion), {
        due: { type: "edits/delete-due", key },
        undone: { type: "edits/undone", key },
        offline: { type: "edits/failed", key, kind: "delete", error: offlineError },
        // DEL-1: closing the page confirms the deletion.
        whenLeft: "sent",
      }),
    );
  },

  "edits/undone": (state, { key }) =>
    changed(state.amendments[key]?.phase === "undoable" ? withAmendment(state, key, null) : state),

  "edits/delete-due": (state, { key }) => {
    const deletion = state.amendments[key];
    return deletion?.phase === "undoable" ? send(state, deletion) : changed(state);
  },

  "edits/answered": (state, { key, kind, seq }) => {
    const sent = state.amendments[key];
    if (sent?.kind !== kind) return changed(state);
    const answered: Amendment = { ...sent, phase: "done", answered: answeredBy(state, sent.roomId, seq) };
    return changed(withAmendment(state, key, hasReached(state, answered) ? null : answered));
  },

  "edits/failed": (state, { key, kind, error }) => {
    const sent = state.amendments[key];
    if (sent?.kind !== kind || (sent.phase !== "sending" && sent.phase !== "undoable")) return changed(state);
    return changed(withAmendment(state, key, isLogged(state, sent) ? null : { ...sent, phase: "failed", error }));
  },

  "edits/again-asked": (state, { key }) => {
    const failed = state.amendments[key];
    return failed?.phase === "failed" ? send(state, failed) : changed(state);
  },

  "edits/dropped": (state, { key }) => changed(withAmendment(state, key, null)),

  "edits/reopened": (state, { key }) => {
    const failed = state.amendments[key];
    if (failed?.phase !== "failed") return changed(state);
    const { roomId, messageId, seq, text } = failed;
    const isGone = isQuotedDeleted(state, roomId, failed);
    // The message has been deleted, so its text becomes a plain draft.
    const target = isGone ? null : ({ kind: "edit", messageId, seq } as const);
    return stashDraft(withAmendment(state, key, null), roomId, text, target);
  },

  "edits/logged": (state) => withAmendments(state, (each) => !hasReached(state, each)),
  "rooms/removed": (state, { roomId }) => withAmendments(state, (each) => each.roomId !== roomId),
};

export const followAmendments = (before: AppState, after: AppState): readonly Effect[] =>
  areSomeReached(before, after, ({ amendments }) => amendments)
    ? [{ type: "dispatch", event: { type: "edits/logged" } }]
    : [];

export function canSaveEdit(state: AppState, roomId: RoomId): boolean {
  const target = state.draftTargets[roomId];
  return target?.kind === "edit" && !isOffline(state) && !isQuotedDeleted(state, roomId, target);
}

const begun = { phase: "sending", error: null, answered: null } as const;

/** EDIT-1: opens a message in the composer and stashes the draft there. */
function edit(state: AppState, message: Message | null): Change {
  if (!message || !isEditable(state, message)) return changed(state);
  const { roomId, id: messageId, seq, text } = message;
  return changed(state, [{ type: "dispatch", event: { type: "drafts/edit-begun", roomId, messageId, seq, text } }]);
}

/** Edits are not queued: without a connection they fail at once, and the message stays as it was. */
function send(state: AppState, amendment: Amendment): Change {
  const key = amendmentKey(amendment.roomId, amendment.messageId);
  if (isOffline(state)) {
    return changed(withAmendment(state, key, { ...amendment, phase: "failed", error: offlineError }));
  }
  const sent: Amendment = { ...amendment, ...begun };
  const type = sent.kind === "edit" ? "call-edit" : "call-delete";
  return changed(withAmendment(state, key, sent), [{ type, key, amendment: sent }]);
}

function isLogged(state: AppState, { roomId, messageId, seq, kind, text }: Amendment): boolean {
  const message = loadedMessage(state, roomId, seq);
  if (message?.id !== messageId) return false;
  return kind === "delete" ? message.isDeleted : message.text === text;
}

const isEditable = (state: AppState, message: Message): boolean =>
  canAmend(state, message) && amendmentOf(state, message)?.kind !== "delete";

const withAmendment = (state: AppState, key: string, amendment: Amendment | null): AppState => ({
  ...state,
  amendments: withWish(state.amendments, key, amendment),
});

const withAmendments = (state: AppState, stays: (amendment: Amendment) => boolean): Change =>
  changed({ ...state, amendments: wishesWhere(state.amendments, stays) });
