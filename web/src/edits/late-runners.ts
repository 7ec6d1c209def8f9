import type { Message as WireMessage } from "@cuplaj/protocol/message.ts";
import type { CallResult } from "../api/api-client.ts";
import type { Outside } from "../state/part.ts";
import type { Effect, Runners } from "../state/shape.ts";
import type { EditsEffects } from "../state/messages/edits-shape.ts";

export function lateRunners({ api: { call }, settle }: Outside): Runners<keyof EditsEffects> {
  const settled = (
    { key, amendment: { kind } }: Effect<"call-edit" | "call-delete">,
    result: Promise<CallResult<{ readonly message: WireMessage }>>,
  ): void =>
    settle(
      result,
      ({ message }) => ({ type: "edits/answered", key, kind, seq: message.updated_seq }),
      (error) => ({ type: "edits/failed", key, kind, error }),
    );

  return {
    "call-edit": (effect) =>
      settled(effect, call("editMessage", { params: paramsOf(effect), body: { message: effect.amendment.text } })),
    "call-delete": (effect) => settled(effect, call("deleteMessage", { params: paramsOf(effect) })),
    "call-earlier-texts": ({ roomId, messageId, page }) =>
      settle(
        call("listEdits", { params: { roomId: String(roomId), messageId, page } }),
        ({ edits, total }) => ({
          type: "edits/earlier-loaded",
          messageId,
          page,
          texts: edits.map(({ message, replaced_at }) => ({ text: message, replacedAt: replaced_at })),
          hasMore: edits.length > 0 && page * edits.length < total,
        }),
        (error) => ({ type: "edits/earlier-failed", messageId, error }),
      ),
  };
}

const paramsOf = ({ amendment: { roomId, messageId } }: Effect<"call-edit" | "call-delete">) => ({
  roomId: String(roomId),
  messageId,
});
