import type { AppState, Effect } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import type { DraftsEvents } from "./drafts-shape.ts";

/** Drafts: written here, written in another tab, and swapped with the stashed one (SEND-5, SEND-6). */
export const draftHandlers: Handlers<keyof DraftsEvents> = {
  "drafts/written": (state, { roomId, text }) => changed(withDraft(state, roomId, text), [saveDraft(roomId, text)]),

  "drafts/swapped": (state, { roomId }) => {
    const draft = state.stashedDrafts[roomId] ?? "";
    const stash = state.drafts[roomId] ?? "";
    return changed(withStash(withDraft(state, roomId, draft), roomId, stash), [
      saveDraft(roomId, draft),
      saveStash(roomId, stash),
    ]);
  },

  "drafts/loaded": (state, { drafts, stashed }) => changed({ ...state, drafts, stashedDrafts: stashed }),

  "drafts/changed-elsewhere": (state, { roomId, kind, text }) =>
    changed(kind === "draft" ? withDraft(state, roomId, text) : withStash(state, roomId, text)),
};

/** The drafts in which something is written, those stashed included, over all rooms. */
export const draftCount = ({ drafts, stashedDrafts }: Pick<AppState, "drafts" | "stashedDrafts">): number =>
  [...Object.values(drafts), ...Object.values(stashedDrafts)].filter((text) => text.trim() !== "").length;

/** The draft of a room was sent: the composer is empty, or holds the stashed draft again (SEND-5). */
export function clearDraft(state: AppState, roomId: RoomId): Change {
  const stash = state.stashedDrafts[roomId];
  if (stash === undefined) return changed(withDraft(state, roomId, ""), [saveDraft(roomId, "")]);
  return changed(withStash(withDraft(state, roomId, stash), roomId, ""), [
    saveDraft(roomId, stash),
    saveStash(roomId, ""),
  ]);
}

/** Takes a text into the composer; its draft, or an earlier stashed one, is stashed behind it (SEND-5). */
export function stashDraft(state: AppState, roomId: RoomId, text: string): Change {
  const stash = [state.drafts[roomId] ?? "", state.stashedDrafts[roomId] ?? ""]
    .filter((draft) => draft.trim() !== "")
    .join("\n\n");
  // Stashed before it is overwritten: a page that ends in between has it twice rather than not at all.
  return changed(withStash(withDraft(state, roomId, text), roomId, stash), [
    saveStash(roomId, stash),
    saveDraft(roomId, text),
  ]);
}

const withDraft = (state: AppState, roomId: RoomId, text: string): AppState => ({
  ...state,
  drafts: withText(state.drafts, roomId, text),
});

const withStash = (state: AppState, roomId: RoomId, text: string): AppState => ({
  ...state,
  stashedDrafts: withText(state.stashedDrafts, roomId, text),
});

function withText(texts: AppState["drafts"], roomId: RoomId, text: string): AppState["drafts"] {
  const { [roomId]: _before, ...others } = texts;
  return text === "" ? others : { ...others, [roomId]: text };
}

const saveDraft = (roomId: RoomId, text: string): Effect => ({ type: "save-draft", kind: "draft", roomId, text });
const saveStash = (roomId: RoomId, text: string): Effect => ({ type: "save-draft", kind: "stash", roomId, text });
