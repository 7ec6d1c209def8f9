import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import type { EarlierTexts, EditsEvents } from "../state/messages/edits-shape.ts";

/** The earlier texts of a message, page by page, while their dialog is open (EDIT-4). */
export const earlierTextsHandlers: Handlers<Extract<keyof EditsEvents, `edits/${string}earlier-${string}`>> = {
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
