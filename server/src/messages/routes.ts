import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { listMessages, type ListMessagesParts } from "./list-messages.ts";
import { publishMessage, type PublishParts } from "./publish-message.ts";

export function addMessageRoutes(route: AddRoute, parts: ListMessagesParts & PublishParts): void {
  route(endpoints.listMessages, async ({ caller, params: { roomId: roomRef, page }, query }) =>
    mapOk(await listMessages(parts, caller.user, { roomRef, page, ...query }), ({ page: data, isVisit }) => ({
      status: 200,
      body: { data },
      visited: isVisit ? [data.id] : [],
    })),
  );
  route(endpoints.publishMessage, async ({ caller, params, body }) => {
    const { message: text, client_id: clientId = null, reply_to: replyTo = null } = body;
    const outcome = await publishMessage(parts, caller.user, { roomRef: params.roomId, text, clientId, replyTo });
    return mapOk(outcome, ({ message, isNew }) => ({ status: isNew ? 201 : 200, body: { message } }));
  });
}
