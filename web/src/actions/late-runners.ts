import { actionsPerPage } from "@cuplaj/protocol/limits.ts";
import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { actionFromWire } from "../api/from-wire.ts";
import { actionShape, fieldsOf, fits } from "../api/shapes.ts";
import type { Outside } from "../state/part.ts";
import { copyText } from "../platform/page/page.ts";
import type { CallError } from "../state/entities.ts";
import type { Runners } from "../state/shape.ts";
import type { ActionsEffects, Wish } from "../state/messages/actions-shape.ts";

export function lateRunners({ api: { call }, settle, store: { dispatch } }: Outside): Runners<keyof ActionsEffects> {
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

function holderIn({ code, details }: CallError): string | null {
  if (code !== "already_taken_over") return null;
  const { action } = fieldsOf(details);
  return fits<{ name: string }>(action, { name: actionShape.name }) ? action.name : null;
}
