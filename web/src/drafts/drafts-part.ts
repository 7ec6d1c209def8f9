import { deviceStorage } from "../platform/device-storage.ts";
import type { DraftRunners } from "../state/run-effects.ts";
import { me, ownerKey, tokenOf } from "../state/selectors.ts";
import type { ChatStore, Part } from "../state/store.ts";
import { draftHandlers } from "./drafts-state.ts";
import { type DraftKind, draftRoomOf, storeDraft, storedDrafts } from "./stored-drafts.ts";

const draftKinds: readonly DraftKind[] = ["draft", "stash"];

/** The drafts as a part of the application: stored on this device, the same in all tabs (SEND-6). */
export function draftsPart({ getState, dispatch }: Pick<ChatStore, "getState" | "dispatch">): Part {
  function ownerNow(): string | null {
    const person = me(getState());
    return person === null ? null : ownerKey(person);
  }

  const runners: DraftRunners = {
    "read-drafts": () => {
      const owner = ownerNow();
      if (owner === null) return;
      dispatch({ type: "drafts/read", drafts: storedDrafts(owner), stashed: storedDrafts(owner, "stash") });
    },
    "save-draft": ({ kind, roomId, text }) => {
      const owner = ownerNow();
      if (owner !== null) storeDraft(owner, roomId, text, kind);
    },
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
    handlers: draftHandlers,
    runners,
    follow: (before, after) => {
      const token = tokenOf(after);
      return token === null || token === tokenOf(before) ? [] : [{ type: "read-drafts" }];
    },
  };
}
