import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done, refused } from "../kernel/outcome.ts";
import type { AuthorizeChannels } from "./authorize-channels.ts";

/** Channel authorization, one by one as Pusher's clients ask, or many at once (LIVE-2). */
export function addChannelAuthorizationRoutes(route: AddRoute, authorizeChannels: AuthorizeChannels): void {
  route(endpoints.authorizeChannel, async ({ caller, body }) => {
    const outcome = await authorizeChannels(caller, body.socket_id, [body.channel_name]);
    if (!outcome.ok) return outcome;
    const signed = outcome.value.get(body.channel_name) ?? null;
    return signed === null ? refused("forbidden") : done({ status: 200, body: signed });
  });
  route(endpoints.authorizeChannels, async ({ caller, body }) => {
    const outcome = await authorizeChannels(caller, body.socket_id, body.channel_names);
    if (!outcome.ok) return outcome;
    return done({ status: 200, body: { channels: Object.fromEntries(outcome.value) } });
  });
}
