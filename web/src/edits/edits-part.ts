import type { MessageUpdated } from "@cuplaj/protocol/events.ts";
import type { Message as WireMessage } from "@cuplaj/protocol/message.ts";
import type { CallResult } from "../api/api-client.ts";
import { messageFromWire } from "../api/from-wire.ts";
import { fits, headShape, messageShape } from "../api/shapes.ts";
import { clearDraft } from "../state/drafts/drafts-state.ts";
import type { Message } from "../state/entities.ts";
import { forgetFileOf } from "../state/files/pictures-state.ts";
import { changeMessage, loadedMessage } from "../state/history/loaded-message.ts";
import type { EarlierTexts, EditsEffects, EditsEvents, EditsState } from "../state/messages/edits-shape.ts";
import { withQuotesOf } from "../state/messages/quoted.ts";
import type { Outside, Part } from "../state/part.ts";
import type { AppState, Effect, Runners } from "../state/shape.ts";
import { andThen, changed, type Change, payloadKind } from "../state/transition.ts";
import { amendmentHandlers, followAmendments } from "./edits-state.ts";

/** MSG-7: an edit or deletion is an event in the room's log, and every copy of the text in the page is updated. */
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
    const news: Effect = { type: "dispatch", event: { type: "edits/updated", message: data, seq } };
    return andThen(updatedOnce, (next) => changed(withQuotesOf(next, data), [news]));
  },
});

export const editsPart: Part<EditsState, EditsEvents, EditsEffects> = {
  initial: { amendments: {}, earlierTexts: null },
  handlers: {
    ...amendmentHandlers,

    "edits/earlier-asked": (state, { message }) =>
      load(state, { message, texts: [], page: 0, phase: "loading", hasMore: true }),

    "edits/more-earlier-asked": (state) => {
      const { earlierTexts } = state;
      return earlierTexts && earlierTexts.phase !== "loading" ? load(state, earlierTexts) : changed(state);
    },

    "edits/earlier-loaded": (state, { messageId, texts, page, hasMore }) => {
      const { earlierTexts: open } = state;
      if (open?.message.id !== messageId) return changed(state);
      const known = { ...open, texts: [...open.texts, ...texts], page, hasMore, phase: "ready" as const };
      return changed({ ...state, earlierTexts: known });
    },

    "edits/earlier-failed": (state, { messageId }) => {
      const { earlierTexts: open } = state;
      if (open?.message.id !== messageId) return changed(state);
      return changed({ ...state, earlierTexts: { ...open, phase: "failed" } });
    },

    "edits/earlier-closed": (state) => changed({ ...state, earlierTexts: null }),
  },
  run: runnersOf,
  kinds: { MessageUpdated: messageUpdatedKind },
  follow: followAmendments,
};

/** These runners do not load late, since a deletion must be sent even if its author leaves at once (DEL-1). */
function runnersOf({ api: { call }, settle }: Outside): Runners<keyof EditsEffects> {
  const settled = (
    { key, amendment: { kind } }: Effect<"call-edit" | "call-delete">,
    result: Promise<CallResult<{ readonly message: WireMessage }>>,
  ): void =>
    settle(
      result,
      ({ message }) => ({ type: "edits/answered", key, kind, seq: message.updated_seq }),
      (error) => ({ type: "edits/failed", key, kind, error }),
    );

  return {
    "call-edit": (effect) =>
      settled(effect, call("editMessage", { params: paramsOf(effect), body: { message: effect.amendment.text } })),
    "call-delete": (effect) => settled(effect, call("deleteMessage", { params: paramsOf(effect) })),
    "call-earlier-texts": ({ roomId, messageId, page }) =>
      settle(
        call("listEdits", { params: { roomId: String(roomId), messageId, page } }),
        ({ edits, total }) => ({
          type: "edits/earlier-loaded",
          messageId,
          page,
          texts: edits.map(({ message, replaced_at }) => ({ text: message, replacedAt: replaced_at })),
          hasMore: edits.length > 0 && page * edits.length < total,
        }),
        (error) => ({ type: "edits/earlier-failed", messageId, error }),
      ),
  };
}

const paramsOf = ({ amendment: { roomId, messageId } }: Effect<"call-edit" | "call-delete">) => ({
  roomId: String(roomId),
  messageId,
});

function load(state: AppState, earlierTexts: EarlierTexts): Change {
  const { roomId, id: messageId } = earlierTexts.message;
  return changed({ ...state, earlierTexts: { ...earlierTexts, phase: "loading" } }, [
    { type: "call-earlier-texts", roomId, messageId, page: earlierTexts.page + 1 },
  ]);
}

/** DEL-3: drops other copies of a deleted message and closes an editor whose text is unchanged. */
function forget(state: AppState, { roomId, id, seq, clientId }: Message): Change {
  const target = state.draftTargets[roomId];
  const isUntouched =
    target?.kind === "edit" &&
    target.messageId === id &&
    loadedMessage(state, roomId, seq)?.text === state.drafts[roomId];
  const closed = isUntouched ? clearDraft(state, roomId) : changed(state);
  const local: readonly Effect[] = clientId === null ? [] : [{ type: "drop-files", ids: [clientId], areShown: false }];
  const forgotten = andThen(closed, (next) => forgetFileOf(next, roomId, id));
  return { ...forgotten, effects: [...forgotten.effects, ...local] };
}

/** Likes come in events of their own: this event goes to everybody, so it cannot include the viewer's like. */
const withUpdate = (held: Message, { text, file, editedAt, isDeleted, quote }: Message): Message => ({
  ...held,
  text,
  file,
  editedAt,
  isDeleted,
  quote,
});
