import type { PartFront } from "../part.ts";
import type { ActionsCommands, ActionsState, ActOrigin, Target } from "./actions-shape.ts";

export const actionsFront: PartFront<ActionsState, ActionsCommands> = {
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
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};

/** What a message's act says of it. A message without an author is nobody's to act on, and is never asked for. */
const named = ({ roomId, id, seq, author }: Target, origin: ActOrigin) => ({
  roomId,
  messageId: id,
  messageSeq: seq,
  authorKind: author?.kind ?? "customer",
  origin,
});
