import { deviceStorage } from "../platform/device-storage.ts";
import type { Part } from "../part.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { DraftKind, DraftsCommands, DraftsEffects, DraftsEvents, DraftsState } from "./drafts-shape.ts";
import { draftHandlers } from "./drafts-state.ts";
import { draftRoomOf, deleteDrafts, storeDraft, storedDrafts } from "./stored-drafts.ts";

const draftKinds: readonly DraftKind[] = ["draft", "stash"];

export const draftsPart: Part<DraftsState, DraftsEvents, DraftsEffects, DraftsCommands> = {
  initial: { drafts: {}, stashedDrafts: {} },
  handlers: draftHandlers,
  run: ({ store: { getState, dispatch } }) => {
    const ownerNow = (): string | null => {
      const person = me(getState());
      return person === null ? null : ownerKey(person);
    };
    deviceStorage.onOtherTab((key) => {
      const owner = ownerNow();
      if (key === null || owner === null) return;
      for (const kind of draftKinds) {
        const roomId = draftRoomOf(key, kind, owner);
        if (roomId === null) continue;
        dispatch({ type: "drafts/changed-elsewhere", roomId, kind, text: deviceStorage.get(key) ?? "" });
      }
    });
    return {
      "start-session": () => {
        const owner = ownerNow();
        if (owner === null) return;
        dispatch({ type: "drafts/loaded", drafts: storedDrafts(owner), stashed: storedDrafts(owner, "stash") });
      },
      "save-draft": ({ roomId, kind, text }) => {
        const owner = ownerNow();
        if (owner !== null) storeDraft(owner, roomId, text, kind);
      },
      "forget-drafts": ({ owner }) => deleteDrafts(owner),
    };
  },
  commands: (dispatch) => ({
    writeDraft: (roomId, text) => dispatch({ type: "drafts/written", roomId, text }),
    swapDraft: (roomId) => dispatch({ type: "drafts/swapped", roomId }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
