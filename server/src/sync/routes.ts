import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { catchUp, type CatchUpParts } from "./catch-up.ts";

export function addSyncRoutes(route: AddRoute, parts: CatchUpParts): void {
  route(endpoints.sync, async ({ caller, body }) =>
    mapOk(await catchUp(parts, caller.user, body), ({ answer, visited }) => ({ status: 200, body: answer, visited })),
  );
}
