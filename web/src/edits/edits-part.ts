import type { Part } from "../state/part.ts";
import { earlierTextsHandlers } from "./earlier-texts-state.ts";
import type { EditsCommands, EditsEffects, EditsEvents, EditsState, Amendment } from "../state/messages/edits-shape.ts";
import { amendmentHandlers, followAmendments } from "./edits-state.ts";
import { messageUpdatedKind } from "./update-message.ts";
import { amendmentKey } from "../state/messages/amendments.ts";

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
};

const keyOf = ({ roomId, messageId }: Amendment): string => amendmentKey(roomId, messageId);
