import { actionsPerPage } from "@cuplaj/protocol/limits.ts";
import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { actionFromWire } from "../api/from-wire.ts";
import { actionShape, fieldsOf, fits } from "../api/shapes.ts";
import type { Outside, Part } from "../part.ts";
import { copyText } from "../platform/page.ts";
import type { CallError } from "../state/entities.ts";
import type { Runners } from "../state/shape.ts";
import { andThen } from "../state/transition.ts";
import type {
  ActionsCommands,
  ActionsEffects,
  ActionsEvents,
  ActionsState,
  Wish,
  ActOrigin,
  Target,
} from "./actions-shape.ts";
import { actionKind } from "./apply-action.ts";
import { likersHandlers, retryLikers } from "./likers-state.ts";
import { followActs, retryWishes, wishHandlers } from "./wishes.ts";

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
  run: actionCalls,
};

function actionCalls({ api: { call }, settle, store: { dispatch } }: Outside): Runners<keyof ActionsEffects> {
  return {
    "call-act": ({ key, wish }) =>
      settle(
        call("actOnMessage", { params: paramsOf(wish), body: { state: wish.isWanted } }),
        ({ action }) => ({ type: "actions/answered", key, seq: action.seq }),
        (error) => ({ type: "actions/failed", key, error, holder: holderIn(error) }),
      ),

    "copy-of-message": ({ text, roomId, messageId }) =>
      void copyText(text).then((isCopied) => dispatch({ type: "actions/copied", roomId, messageId, isCopied })),

    "call-likers": ({ roomId, messageId, page }) =>
      settle(
        call("listActions", { params: { roomId: String(roomId), messageId, page } }),
        ({ actions }) => ({
          type: "actions/likers-loaded",
          messageId,
          page,
          actions: actions.map(actionFromWire),
          hasMore: actions.length >= actionsPerPage,
        }),
        (error) => ({ type: "actions/likers-failed", messageId, error }),
      ),
  };
}

const actionIds = { "take-over": takeOverAction, like: likeAction } as const;

const paramsOf = ({ roomId, messageId, kind, authorKind }: Wish) => ({
  roomId: String(roomId),
  messageId,
  actionId: actionIds[kind],
  type: authorKind,
});

/** Who holds the room that somebody else took over. */
function holderIn({ code, details }: CallError): string | null {
  if (code !== "already_taken_over") return null;
  const { action } = fieldsOf(details);
  return fits<{ name: string }>(action, { name: actionShape.name }) ? action.name : null;
}

/** What a message's act says of it. A message without an author is nobody's to act on, and is never asked for. */
const named = ({ roomId, id, seq, author }: Target, origin: ActOrigin) => ({
  roomId,
  messageId: id,
  messageSeq: seq,
  authorKind: author?.kind ?? "customer",
  origin,
});
