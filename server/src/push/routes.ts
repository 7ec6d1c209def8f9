import { isTimeZone } from "@cuplaj/protocol/quiet-hours.ts";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done, invalidField, mapOk } from "../kernel/outcome.ts";
import { type OwnSettingsParts, readChanged } from "../participants/own-settings.ts";
import { endpointUrl } from "./check-endpoint.ts";
import { subscribe, type SubscribeParts } from "./subscribe.ts";

type PushRouteParts = SubscribeParts & OwnSettingsParts;

export function addPushRoutes(route: AddRoute, parts: PushRouteParts): void {
  route(endpoints.subscribePush, async ({ caller, body }) =>
    mapOk(await subscribe(parts, caller, body), (answer) => ({ status: 200, body: answer })),
  );
  route(endpoints.unsubscribePush, async ({ caller: { user }, body }) => {
    const endpoint = endpointUrl(body.endpoint)?.href ?? body.endpoint;
    return done({ status: 200, body: { unsubscribed: await parts.subscriptions.unsubscribe(user.id, endpoint) } });
  });
  route(endpoints.chooseNotifications, async ({ caller: { user }, body: { privacy, quiet } }) => {
    if (quiet !== null && !isTimeZone(quiet.time_zone)) return invalidField("quiet.time_zone", "not_valid");
    await parts.subscriptions.chooseNotifications(user.id, { privacy, quiet });
    return mapOk(await readChanged(parts, user.id), (changed) => ({ status: 200, body: { user: changed } }));
  });
}
