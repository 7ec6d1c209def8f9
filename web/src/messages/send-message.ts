import { typingWhisperEveryMs } from "@cuplaj/protocol/limits.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { CallError, PendingMessage, RoomId } from "../state/entities.ts";
import type { Effect } from "../state/effects.ts";
import { me } from "../state/selectors.ts";
import { changed, type Change, type Context, type Handlers } from "../state/transition.ts";
import { pendingOf, sendNext, withPending, withoutPending } from "./pending-messages.ts";
import { scrollDown } from "./receive-message.ts";

/** Transitions of writing and sending. Each names its room: nothing here asks which one is selected (WEB-3). */
export const sendHandlers: Handlers<
  | "messages/draft-written"
  | "messages/send-asked"
  | "messages/retry-asked"
  | "messages/pending-deleted"
  | "messages/publish-failed"
> = {
  "messages/draft-written": (state, { roomId, text }, { now }) => {
    const drafted = withDraft(state, roomId, text);
    const whispered = text === "" ? changed(drafted) : whisperTyping(drafted, roomId, now);
    return changed(whispered.state, [{ type: "keep-draft", roomId, text }, ...whispered.effects]);
  },

  "messages/send-asked": (state, { roomId, text }, context) => sendMessage(state, roomId, text, context),

  "messages/retry-asked": (state, { roomId, clientId }) => {
    const pending = pendingOf(state, roomId).map((message): PendingMessage =>
      message.clientId === clientId && message.status === "failed"
        ? { ...message, status: "waiting", error: null }
        : message,
    );
    return sendNext(withPending(state, roomId, pending));
  },

  "messages/pending-deleted": (state, { roomId, clientId }) => {
    const isFailed = pendingOf(state, roomId).some(
      (message) => message.clientId === clientId && message.status === "failed",
    );
    return changed(isFailed ? withoutPending(state, roomId, clientId) : state);
  },

  "messages/publish-failed": (state, { roomId, clientId, error }) => {
    const pending = pendingOf(state, roomId);
    if (!pending.some((message) => message.clientId === clientId)) return changed(state);
    const isAway = awayCodes.has(error.code);
    return sendNext(
      withPending(
        state,
        roomId,
        // With the server away the ones behind would only fail in turn; failing together they keep their order.
        pending.map((message): PendingMessage =>
          message.clientId === clientId || (isAway && message.status === "waiting")
            ? { ...message, status: "failed", error }
            : message,
        ),
      ),
    );
  },
};

const awayCodes: ReadonlySet<CallError["code"]> = new Set(["offline", "timeout", "unavailable", "unexpected"]);

/** Shows the message at once as pending, under a new client id, and sends it when those before it are through. */
function sendMessage(state: ChatState, roomId: RoomId, written: string, context: Context): Change {
  const text = written.trim();
  if (text === "") return changed(state);
  const message: PendingMessage = {
    clientId: context.newId(),
    roomId,
    text,
    writtenAt: context.timestamp,
    status: "waiting",
    error: null,
  };
  const { [roomId]: _typed, ...whisperedAt } = state.whisperedAt;
  const emptied = withDraft({ ...state, whisperedAt }, roomId, "");
  const sent = sendNext(withPending(emptied, roomId, [...pendingOf(state, roomId), message]));
  const down = scrollDown(sent.state, roomId);
  return changed(down.state, [{ type: "keep-draft", roomId, text: "" }, ...sent.effects, ...down.effects]);
}

function withDraft(state: ChatState, roomId: RoomId, text: string): ChatState {
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
