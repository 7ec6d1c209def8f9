import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { addressGroup } from "../http/address-group.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { type HostSignInParts, signInByHost } from "./sign-in-by-host.ts";

export function addEmbedRoutes(route: AddRoute, parts: HostSignInParts): void {
  route(endpoints.embedLogin, async ({ body: { token, origin }, address, userAgent }) =>
    mapOk(await signInByHost(parts, { token, origin, address: addressGroup(address), userAgent }), (signedIn) => ({
      status: 200,
      body: signedIn,
    })),
  );
}
