import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { changeOwnMessage, type EditParts } from "./change-own-message.ts";
import { editMessage } from "./edit-message.ts";
import { listEdits } from "./list-edits.ts";

export function addEditRoutes(route: AddRoute, parts: EditParts): void {
  route(endpoints.editMessage, async ({ caller, params: { roomId: roomRef, messageId }, body: { message: text } }) =>
    mapOk(await editMessage(parts, caller.user, { roomRef, messageId, text }), (message) => ({
      status: 200,
      body: { message },
    })),
  );
  route(endpoints.deleteMessage, async ({ caller, params: { roomId: roomRef, messageId } }) => {
    const remove = parts.edits.remove.bind(parts.edits);
    const outcome = await changeOwnMessage(parts, caller.user, { roomRef, messageId }, remove);
    return mapOk(outcome, (message) => ({ status: 200, body: { message } }));
  });
  route(endpoints.listEdits, async ({ caller, params: { roomId: roomRef, messageId, page } }) =>
    mapOk(await listEdits(parts, caller.user, { roomRef, messageId, page }), ({ page: body, visited }) => ({
      status: 200,
      body,
      visited,
    })),
  );
}
