import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { ShownHours } from "@cuplaj/protocol/opening-hours.ts";
import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { addressGroup } from "../http/address-group.ts";
import type { AddRoute, Call } from "../http/route.ts";
import { done, refused } from "../kernel/outcome.ts";
import { logOut, type LogOutParts } from "./log-out.ts";
import type { Realm } from "./rules.ts";
import { signIn, type SignInParts } from "./sign-in.ts";

interface SignInRouteParts extends SignInParts, Omit<LogOutParts, "store"> {
  readonly store: SignInParts["store"] & LogOutParts["store"];
  readonly publicSettings: Omit<PublicSettings, "hours">;
  readonly showHours: () => Promise<ShownHours>;
}

type Attempt = Pick<Call<typeof endpoints.login>, "body" | "address" | "userAgent">;

export function addSignInRoutes(route: AddRoute, parts: SignInRouteParts): void {
  const signInBy = (realm: Realm) => async (call: Attempt) => {
    const outcome = await signIn(parts, {
      realm,
      ...call.body,
      address: addressGroup(call.address),
      userAgent: call.userAgent,
    });
    return outcome.ok ? done({ status: 200 as const, body: outcome.value }) : outcome;
  };
  route(endpoints.login, signInBy("main"));
  route(endpoints.erpLogin, signInBy("erp"));
  route(endpoints.logout, async ({ caller, body, address }) => {
    const session = caller?.session ?? body?.session;
    if (session === undefined) return refused("unauthenticated");
    await logOut(parts, session, addressGroup(address));
    return done({ status: 200, body: { logged_out: true } });
  });
  route(endpoints.settings, async () =>
    done({ status: 200, body: { ...parts.publicSettings, hours: await parts.showHours() } }),
  );
}
