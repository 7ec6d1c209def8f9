import { deviceStorage } from "../platform/storage/device-storage.ts";
import type { Part } from "../state/part.ts";
import { ownerOf } from "../state/selectors.ts";
import {
  type DraftKind,
  type DraftsCommands,
  type DraftsEffects,
  type DraftsEvents,
  type DraftsState,
  draftHandlers,
} from "../state/drafts/drafts-state.ts";
import { draftRoomOf, deleteDrafts, storeDraft, storedDraft, storedDrafts } from "./stored-drafts.ts";

const draftKinds: readonly DraftKind[] = ["draft", "stash"];

export const draftsPart: Part<DraftsState, DraftsEvents, DraftsEffects, DraftsCommands> = {
  initial: { drafts: {}, stashedDrafts: {}, draftTargets: {}, stashedTargets: {} },
  commands: (dispatch) => ({
    writeDraft: (roomId, text) => dispatch({ type: "drafts/written", roomId, text }),
    dropTarget: (roomId) => dispatch({ type: "drafts/target-dropped", roomId }),
    swapDraft: (roomId) => dispatch({ type: "drafts/swapped", roomId }),
  }),
  handlers: draftHandlers,
  run: ({ store: { getState, dispatch } }) => {
    const ownerNow = (): string | null => ownerOf(getState());
    deviceStorage.onOtherTab((key) => {
      const owner = ownerNow();
      if (key === null || owner === null) return;
      for (const kind of draftKinds) {
        const roomId = draftRoomOf(key, kind, owner);
        if (roomId === null) continue;
        dispatch({ type: "drafts/changed-elsewhere", roomId, kind, ...storedDraft(owner, roomId, kind) });
      }
    });
    return {
      "start-session": () => {
        const owner = ownerNow();
        if (owner === null) return;
        dispatch({ type: "drafts/loaded", drafts: storedDrafts(owner), stashed: storedDrafts(owner, "stash") });
      },
      "save-draft": ({ roomId, kind, text, target }) => {
        const owner = ownerNow();
        if (owner !== null) storeDraft(owner, roomId, { text, target }, kind);
      },
      "forget-drafts": ({ owner }) => deleteDrafts(owner),
    };
  },
};
