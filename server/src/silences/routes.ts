import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { silencePerson, type SilencePersonParts } from "./silence-person.ts";

export function addSilenceRoutes(route: AddRoute, parts: SilencePersonParts): void {
  route(endpoints.silencePerson, async ({ caller, params: { userId: id, type }, body }) => {
    const outcome = await silencePerson(parts, caller.user, { id, type, wanted: body?.silenced ?? null });
    return mapOk(outcome, ({ isSilenced, user }) => ({
      status: 200,
      body: { deleted: !isSilenced, users_silenced: user.users_silenced, user },
    }));
  });
}
