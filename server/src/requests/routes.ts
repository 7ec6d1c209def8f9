import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { changeRequest } from "./change-request.ts";
import { createRequest, type CreateRequestParts } from "./create-request.ts";

export function addRequestRoutes(route: AddRoute, parts: CreateRequestParts): void {
  route(endpoints.createRequest, async ({ caller, body }) =>
    mapOk(await createRequest(parts, caller.user, body), ({ room, isNew }) => ({
      status: isNew ? 201 : 200,
      body: { chat: room },
    })),
  );
  route(endpoints.changeRequest, async ({ caller, params, body }) =>
    mapOk(await changeRequest(parts, caller.user, params.requestId, body), (room) => ({
      status: 200,
      body: { chat: room },
    })),
  );
}
