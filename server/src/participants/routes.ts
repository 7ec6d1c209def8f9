import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done } from "../kernel/outcome.ts";
import type { LookUpNames } from "./look-up-names.ts";

/** Who I am, and who others are (AUTH-5, USR-1). */
export function addParticipantRoutes(route: AddRoute, lookUpNames: LookUpNames): void {
  route(endpoints.me, async ({ caller }) => done({ status: 200, body: { user: caller.user } }));
  route(endpoints.lookupUsers, async ({ caller, body }) => {
    const { customers = [], users = [], agents = [] } = body;
    const outcome = await lookUpNames(caller.user, { customers, users, agents });
    return outcome.ok ? done({ status: 200, body: outcome.value }) : outcome;
  });
}
