import { typingWhisperEveryMs } from "@cuplaj/protocol/limits.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import type { Effect } from "../state/effects.ts";
import { me } from "../state/selectors.ts";
import { changed, type Change, type Context, type Handlers } from "../state/transition.ts";
import { pendingOf, withPending } from "./pending-messages.ts";
import { scrollDown } from "./scroll-down.ts";

/** Transitions of writing and sending. Each names its room: nothing here asks which one is selected (WEB-3). */
export const sendHandlers: Handlers<"messages/draft-written" | "messages/send-asked"> = {
  "messages/draft-written": (state, { roomId, text }, { now }) => {
    const drafted = withDraft(state, roomId, text);
    const whispered = text === "" ? changed(drafted) : whisperTyping(drafted, roomId, now);
    return changed(whispered.state, [{ type: "keep-draft", roomId, text }, ...whispered.effects]);
  },

  "messages/send-asked": (state, { roomId, text }, context) => sendMessage(state, roomId, text, context),
};

/** Shows the message at once as pending, under a new client id; it is kept first, and then sent in its turn (SEND-1). */
function sendMessage(state: ChatState, roomId: RoomId, written: string, context: Context): Change {
  const text = written.trim();
  if (text === "") return changed(state);
  const before = pendingOf(state, roomId);
  const last = before.at(-1)?.writtenAt ?? "";
  const message: PendingMessage = {
    clientId: context.newId(),
    roomId,
    text,
    // A clock that was put back does not make it look older than what stands before it.
    writtenAt: last > context.timestamp ? last : context.timestamp,
    status: "waiting",
    error: null,
    place: null,
    attempts: 0,
  };
  const { [roomId]: _typed, ...whisperedAt } = state.whisperedAt;
  const emptied = withDraft({ ...state, whisperedAt }, roomId, "");
  const down = scrollDown(withPending(emptied, roomId, [...before, message]), roomId);
  // Kept before the draft is forgotten: a page that ends in between has it twice rather than not at all.
  return changed(down.state, [
    { type: "keep-message", message },
    { type: "keep-draft", roomId, text: "" },
    ...down.effects,
  ]);
}

/** The state with another draft in a room; empty for none. */
export function withDraft(state: ChatState, roomId: RoomId, text: string): ChatState {
  const { [roomId]: _before, ...others } = state.drafts;
  return { ...state, drafts: text === "" ? others : { ...others, [roomId]: text } };
}

/** Tells the others, at most every 2 s, so that their 3 s (TYPE-1) never run out in between. */
function whisperTyping(state: ChatState, roomId: RoomId, now: number): Change {
  const room = state.rooms.byId[roomId];
  const person = me(state);
  const isEarly = now - (state.whisperedAt[roomId] ?? Number.NEGATIVE_INFINITY) < typingWhisperEveryMs;
  if (!room || !person || isEarly) return changed(state);
  const effect: Effect = { type: "whisper-typing", channel: room.channel, name: person.name };
  return changed({ ...state, whisperedAt: { ...state.whisperedAt, [roomId]: now } }, [effect]);
}
