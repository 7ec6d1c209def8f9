import type { PartFront } from "../part.ts";
import type { DraftsCommands, DraftsState } from "./drafts-shape.ts";

export const draftsFront: PartFront<DraftsState, DraftsCommands> = {
  initial: { drafts: {}, stashedDrafts: {}, draftTargets: {}, stashedTargets: {} },
  commands: (dispatch) => ({
    writeDraft: (roomId, text) => dispatch({ type: "drafts/written", roomId, text }),
    dropTarget: (roomId) => dispatch({ type: "drafts/target-dropped", roomId }),
    swapDraft: (roomId) => dispatch({ type: "drafts/swapped", roomId }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
