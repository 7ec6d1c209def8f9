import { typingWhisperEveryMs } from "@cuplaj/protocol/limits.ts";
import type { Effect } from "../state/effects.ts";
import type { RoomId } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import type { ChatState } from "../state/shape.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import type { DraftsEvents } from "./drafts-shape.ts";

/** Transitions of drafts: those being written, those that made way for an edited message, and other pages' (SEND-5, SEND-6). */
export const draftHandlers: Handlers<keyof DraftsEvents | "messages/send-asked"> = {
  "messages/draft-written": (state, { roomId, text }, { now }) => {
    const drafted = withDraft(state, roomId, text);
    const whispered = text === "" ? changed(drafted) : whisperTyping(drafted, roomId, now);
    return changed(whispered.state, [{ type: "save-draft", roomId, kind: "draft", text }, ...whispered.effects]);
  },

  "drafts/swapped": (state, { roomId }) => {
    const draft = state.asides[roomId] ?? "";
    const aside = state.drafts[roomId] ?? "";
    return changed(withAside(withDraft(state, roomId, draft), roomId, aside), [
      { type: "save-draft", roomId, kind: "draft", text: draft },
      { type: "save-draft", roomId, kind: "aside", text: aside },
    ]);
  },

  "drafts/loaded": (state, { drafts, asides }) => changed({ ...state, drafts, asides }),

  "drafts/changed-elsewhere": (state, { roomId, kind, text }) =>
    changed(kind === "draft" ? withDraft(state, roomId, text) : withAside(state, roomId, text)),

  // What made way comes back, once the message that took its place has left the composer.
  "messages/send-asked": (state, { roomId }) => {
    const draft = state.asides[roomId];
    if (draft === undefined || state.drafts[roomId] !== undefined) return changed(state);
    return changed(withAside(withDraft(state, roomId, draft), roomId, ""), [
      { type: "save-draft", roomId, kind: "draft", text: draft },
      { type: "save-draft", roomId, kind: "aside", text: "" },
    ]);
  },
};

/** The state with another draft in a room; empty for none. */
export function withDraft(state: ChatState, roomId: RoomId, text: string): ChatState {
  const { [roomId]: _before, ...others } = state.drafts;
  return { ...state, drafts: text === "" ? others : { ...others, [roomId]: text } };
}

/** The state with another draft that waits behind the one in the composer; empty for none. */
export function withAside(state: ChatState, roomId: RoomId, text: string): ChatState {
  const { [roomId]: _before, ...others } = state.asides;
  return { ...state, asides: text === "" ? others : { ...others, [roomId]: text } };
}

/** Whispers at most every 2 s, so that the others' 3 s (TYPE-1) never run out in between. */
function whisperTyping(state: ChatState, roomId: RoomId, now: number): Change {
  const room = state.rooms.byId[roomId];
  const person = me(state);
  const isEarly = now - (state.whisperedAt[roomId] ?? Number.NEGATIVE_INFINITY) < typingWhisperEveryMs;
  if (!room || !person || isEarly) return changed(state);
  const effect: Effect = { type: "whisper-typing", channel: room.channel, name: person.name };
  return changed({ ...state, whisperedAt: { ...state.whisperedAt, [roomId]: now } }, [effect]);
}
