import type { Message as WireMessage } from "@cuplaj/protocol/message.ts";
import type { CallResult } from "../api/api-client.ts";
import type { Outside, Part } from "../part.ts";
import type { Effect, Runners } from "../state/shape.ts";
import { earlierTextsHandlers } from "./earlier-texts-state.ts";
import type { EditsCommands, EditsEffects, EditsEvents, EditsState, Amendment } from "./edits-shape.ts";
import { amendmentHandlers, followAmendments } from "./edits-state.ts";
import { messageUpdatedKind } from "./update-message.ts";
import { amendmentKey } from "./amendments.ts";

/** Edits and deletions of messages. */
export const editsPart: Part<EditsState, EditsEvents, EditsEffects, EditsCommands> = {
  initial: { amendments: {}, earlierTexts: null },
  commands: (dispatch) => ({
    editMessage: (message) => dispatch({ type: "edits/edit-asked", message }),
    saveEdit: (roomId, text) => dispatch({ type: "edits/save-asked", roomId, text }),
    editLast: (roomId) => dispatch({ type: "edits/last-asked", roomId }),
    deleteMessage: (message) => dispatch({ type: "edits/delete-asked", message }),
    retryAmendment: (amendment) => dispatch({ type: "edits/again-asked", key: keyOf(amendment) }),
    dropAmendment: (amendment) => dispatch({ type: "edits/dropped", key: keyOf(amendment) }),
    reopenEdit: (amendment) => dispatch({ type: "edits/reopened", key: keyOf(amendment) }),
    showEarlierTexts: (message) => dispatch({ type: "edits/earlier-asked", message }),
    showMoreEarlierTexts: () => dispatch({ type: "edits/more-earlier-asked" }),
    hideEarlierTexts: () => dispatch({ type: "edits/earlier-closed" }),
  }),
  handlers: { ...amendmentHandlers, ...earlierTextsHandlers },
  kinds: { MessageUpdated: messageUpdatedKind },
  follow: followAmendments,
  run: editCalls,
};

function editCalls({ api: { call }, settle }: Outside): Runners<keyof EditsEffects> {
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

const keyOf = ({ roomId, messageId }: Amendment): string => amendmentKey(roomId, messageId);
