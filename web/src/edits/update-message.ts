import type { MessageUpdated } from "@cuplaj/protocol/events.ts";
import { messageFromWire } from "../api/from-wire.ts";
import { fits, headShape, messageShape } from "../api/shapes.ts";
import { changeMessage, loadedMessage } from "../state/history/loaded-message.ts";
import { withQuotesOf, withPrintedUpdate } from "../state/messages/quoted.ts";
import { clearDraft } from "../state/drafts/drafts-state.ts";
import { forgetFileOf } from "../state/files/pictures-state.ts";
import type { Message } from "../state/entities.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { andThen, changed, type Change, payloadKind } from "../state/transition.ts";

/** MSG-7: an edit or deletion takes its number in the room's log; every copy of the text here follows it. */
export const messageUpdatedKind = payloadKind<Message>({
  read(data) {
    if (!fits<MessageUpdated>(data, { message: messageShape, room: headShape })) return null;
    const { message, room } = data;
    return { roomId: room.id, seq: room.last_seq, data: messageFromWire(message) };
  },
  apply(state, event) {
    const { roomId, seq, data } = event;
    const closed = data.isDeleted ? forget(state, data) : changed(state);
    const named = { roomId, messageSeq: data.seq, eventSeq: seq };
    const updatedOnce = andThen(closed, (next) => changeMessage(next, named, (message) => withUpdate(message, data)));
    const quoted = andThen(updatedOnce, (next) => changed(withPrintedUpdate(withQuotesOf(next, data), event)));
    const news: Effect = { type: "dispatch", event: { type: "edits/deleted", message: data, seq } };
    return data.isDeleted ? andThen(quoted, (next) => changed(next, [news])) : quoted;
  },
});

/** DEL-3: what the page holds of a deleted message beside the log; an editor that has its words only closes. */
function forget(state: AppState, { roomId, id, seq, clientId }: Message): Change {
  const target = state.draftTargets[roomId];
  const isUntouched =
    target?.kind === "edit" &&
    target.messageId === id &&
    loadedMessage(state, roomId, seq)?.text === state.drafts[roomId];
  const closed = isUntouched ? clearDraft(state, roomId) : changed(state);
  const local: readonly Effect[] = clientId === null ? [] : [{ type: "drop-files", ids: [clientId], areShown: false }];
  return andThen(
    andThen(closed, (next) => forgetFileOf(next, roomId, id)),
    (next) => changed(next, local),
  );
}

/** What others made of a message comes by their own events: what is told to everybody names no reader's own like. */
const withUpdate = (held: Message, { text, file, editedAt, isDeleted, quote }: Message): Message => ({
  ...held,
  text,
  file,
  editedAt,
  isDeleted,
  quote,
});
