import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { changeHours, type ChangeHoursParts, viewHours } from "./change-hours.ts";

export function addHoursRoutes(route: AddRoute, parts: ChangeHoursParts): void {
  route(endpoints.viewHours, async ({ caller }) =>
    mapOk(await viewHours(parts, caller.user), (body) => ({ status: 200, body })),
  );
  route(endpoints.changeHours, async ({ caller, body: { hours } }) =>
    mapOk(await changeHours(parts, caller.user, hours), (body) => ({ status: 200, body })),
  );
}
