import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done, mapOk, refused } from "../kernel/outcome.ts";
import { authorizeChannels, type AuthorizeParts } from "./authorize-channels.ts";

export function addChannelAuthorizationRoutes(route: AddRoute, parts: AuthorizeParts): void {
  route(endpoints.authorizeChannel, async ({ caller, body }) => {
    const outcome = await authorizeChannels(parts, caller, body.socket_id, [body.channel_name]);
    if (!outcome.ok) return outcome;
    const signed = outcome.value.get(body.channel_name) ?? null;
    return signed === null ? refused("forbidden") : done({ status: 200, body: signed });
  });
  route(endpoints.authorizeChannels, async ({ caller, body }) => {
    const outcome = await authorizeChannels(parts, caller, body.socket_id, body.channel_names);
    return mapOk(outcome, (signed) => ({ status: 200, body: { channels: Object.fromEntries(signed) } }));
  });
}
