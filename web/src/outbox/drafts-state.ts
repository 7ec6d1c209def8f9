import { withDraft } from "../messages/send-message.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { RoomId } from "../state/entities.ts";
import { changed, type Handlers } from "../state/transition.ts";

/** Transitions of drafts beside writing itself: those that made way for an edited message, and other pages' (SEND-5, SEND-6). */
export const draftHandlers: Handlers<
  "drafts/swapped" | "drafts/asides-read" | "drafts/changed-elsewhere" | "messages/send-asked"
> = {
  "drafts/swapped": (state, { roomId }) => {
    const draft = state.asides[roomId] ?? "";
    const aside = state.drafts[roomId] ?? "";
    return changed(withAside(withDraft(state, roomId, draft), roomId, aside), [
      { type: "keep-draft", roomId, text: draft },
      { type: "keep-aside", roomId, text: aside },
    ]);
  },

  "drafts/asides-read": (state, { asides }) => changed({ ...state, asides }),

  "drafts/changed-elsewhere": (state, { roomId, kind, text }) =>
    changed(kind === "draft" ? withDraft(state, roomId, text) : withAside(state, roomId, text)),

  // What made way comes back, once the message that took its place has left the composer.
  "messages/send-asked": (state, { roomId }) => {
    const draft = state.asides[roomId];
    if (draft === undefined || state.drafts[roomId] !== undefined) return changed(state);
    return changed(withAside(withDraft(state, roomId, draft), roomId, ""), [
      { type: "keep-draft", roomId, text: draft },
      { type: "keep-aside", roomId, text: "" },
    ]);
  },
};

/** The state with another draft that waits behind the one in the composer; empty for none. */
export function withAside(state: ChatState, roomId: RoomId, text: string): ChatState {
  const { [roomId]: _before, ...others } = state.asides;
  return { ...state, asides: text === "" ? others : { ...others, [roomId]: text } };
}
