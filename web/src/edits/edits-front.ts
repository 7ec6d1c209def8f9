import type { PartFront } from "../part.ts";
import { amendmentKey } from "./amendments.ts";
import type { Amendment, EditsCommands, EditsState } from "./edits-shape.ts";

export const editsFront: PartFront<EditsState, EditsCommands> = {
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
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};

const keyOf = ({ roomId, messageId }: Amendment): string => amendmentKey(roomId, messageId);
