import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done } from "../kernel/outcome.ts";
import type { CatchUp } from "./catch-up.ts";

/** Catching up after a time away (MSG-6). */
export function addSyncRoutes(route: AddRoute, catchUp: CatchUp): void {
  route(endpoints.sync, async ({ caller, body }) => {
    const outcome = await catchUp(caller.user, body);
    if (!outcome.ok) return outcome;
    const { answer, visited } = outcome.value;
    return done({ status: 200, body: answer, visited });
  });
}
