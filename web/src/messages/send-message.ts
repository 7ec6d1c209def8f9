import { withDraft } from "../drafts/drafts-state.ts";
import type { ChatState } from "../state/shape.ts";
import type { PendingMessage, RoomId } from "../state/entities.ts";
import { changed, type Change, type Context, type Handlers } from "../state/transition.ts";
import { pendingOf, withPending } from "./pending-messages.ts";
import { scrollDown } from "./scroll-down.ts";

/** Transitions of writing and sending. Each names its room: nothing here asks which one is selected (WEB-3). */
export const sendHandlers: Handlers<"messages/send-asked"> = {
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
    { type: "save-draft", roomId, kind: "draft", text: "" },
    ...down.effects,
  ]);
}
