import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { actOnMessage, type ActParts } from "./act-on-message.ts";
import { handOver } from "./hand-over.ts";
import { listActions } from "./list-actions.ts";

export function addActionRoutes(route: AddRoute, parts: ActParts): void {
  route(endpoints.actOnMessage, async ({ caller, params, body }) => {
    const { roomId: roomRef, messageId, actionId, type: authorType } = params;
    const asked = { messageId, authorType, actionId, wished: body?.state ?? null };
    return mapOk(await actOnMessage(parts, caller.user, roomRef, asked), (answer) => ({ status: 200, body: answer }));
  });
  route(endpoints.handOver, async ({ caller, params, body: { to, note = "" } }) =>
    mapOk(await handOver(parts, caller.user, params.roomId, { to, note }), (body) => ({ status: 200, body })),
  );
  route(endpoints.listActions, async ({ caller, params: { roomId: roomRef, messageId, page } }) =>
    mapOk(await listActions(parts, caller.user, roomRef, { messageId, page }), ({ page: body, visited }) => ({
      status: 200,
      body,
      visited,
    })),
  );
}
