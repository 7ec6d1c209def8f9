import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done, mapOk } from "../kernel/outcome.ts";
import { listStaff, type ListStaffParts } from "./list-staff.ts";
import { lookUpNames, type LookUpNamesParts } from "./look-up-names.ts";

export function addParticipantRoutes(route: AddRoute, parts: LookUpNamesParts & ListStaffParts): void {
  route(endpoints.me, async ({ caller }) => done({ status: 200, body: { user: caller.user } }));
  route(endpoints.lookupUsers, async ({ caller, body: { customers = [], users = [], agents = [] } }) =>
    mapOk(await lookUpNames(parts, caller.user, { customers, users, agents }), (body) => ({ status: 200, body })),
  );
  route(endpoints.listStaff, async ({ caller, query: { search = "" } }) =>
    mapOk(await listStaff(parts, caller.user, search), (body) => ({ status: 200, body })),
  );
}
