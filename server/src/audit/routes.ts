import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { listAudit, type ListAuditParts } from "./list-audit.ts";

export function addAuditRoutes(route: AddRoute, parts: ListAuditParts): void {
  route(endpoints.listAudit, async ({ caller, params, query }) =>
    mapOk(await listAudit(parts, caller.user, { ...query, ...params }), (body) => ({ status: 200, body })),
  );
}
