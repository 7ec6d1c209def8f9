import type { Part } from "../state/part.ts";
import { andThen } from "../state/transition.ts";
import type {
  ActionsCommands,
  ActionsEffects,
  ActionsEvents,
  ActionsState,
  ActOrigin,
  Target,
} from "../state/messages/actions-shape.ts";
import { actionKind } from "./apply-action.ts";
import { likersHandlers, retryLikers } from "./likers-state.ts";
import { followActs, retryWishes, wishHandlers } from "../state/messages/wishes.ts";

/** Take-overs and likes of messages. */
export const actionsPart: Part<ActionsState, ActionsEvents, ActionsEffects, ActionsCommands> = {
  initial: { wishes: {}, notice: null, likers: null },
  commands: (dispatch) => ({
    takeOver: (message, origin = "message") =>
      dispatch({ type: "actions/wished", kind: "take-over", isWanted: true, ...named(message, origin) }),
    release: (roomId, origin = "message") => dispatch({ type: "actions/release-asked", roomId, origin }),
    likeMessage: (message, isWanted) =>
      dispatch({ type: "actions/wished", kind: "like", isWanted, ...named(message, "message") }),
    copyOfMessage: ({ roomId, id }, text) => dispatch({ type: "actions/copy-asked", roomId, messageId: id, text }),
    showLikers: (message) => dispatch({ type: "actions/likers-asked", message }),
    showMoreLikers: () => dispatch({ type: "actions/more-likers-asked" }),
    hideLikers: () => dispatch({ type: "actions/likers-closed" }),
  }),
  kinds: { ChatMessageAction: actionKind },
  handlers: { ...wishHandlers, ...likersHandlers },
  follow: followActs,
  retry: (state, isDue) => andThen(retryLikers(state, isDue), (next) => retryWishes(next, isDue)),
};

/** What a message's act says of it. A message without an author is nobody's to act on, and is never asked for. */
const named = ({ roomId, id, seq, author }: Target, origin: ActOrigin) => ({
  roomId,
  messageId: id,
  messageSeq: seq,
  authorKind: author?.kind ?? "customer",
  origin,
});
