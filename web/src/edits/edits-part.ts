import type { Part } from "../state/part.ts";
import type {
  Amendment,
  EarlierTexts,
  EditsCommands,
  EditsEffects,
  EditsEvents,
  EditsState,
} from "../state/messages/edits-shape.ts";
import { amendmentHandlers, followAmendments } from "./edits-state.ts";
import { messageUpdatedKind } from "./update-message.ts";
import { amendmentKey } from "../state/messages/amendments.ts";
import type { AppState } from "../state/shape.ts";
import { type Change, changed, type Handlers } from "../state/transition.ts";

const keyOf = ({ roomId, messageId }: Amendment): string => amendmentKey(roomId, messageId);

/** The earlier texts of a message, page by page, while their dialog is open (EDIT-5). */
const earlierTextsHandlers: Handlers<Extract<keyof EditsEvents, `edits/${string}earlier-${string}`>> = {
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
};

/** The page after those that are loaded. */
const load = (state: AppState, earlierTexts: EarlierTexts): Change =>
  changed({ ...state, earlierTexts: { ...earlierTexts, phase: "loading" } }, [
    {
      type: "call-earlier-texts",
      roomId: earlierTexts.message.roomId,
      messageId: earlierTexts.message.id,
      page: earlierTexts.page + 1,
    },
  ]);

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
