import { randomBytes } from "node:crypto";
import { addAccountRoutes } from "../participants/own-account/routes.ts";
import { createAccountSettingsStore } from "../participants/own-account/store.pg.ts";
import { addEmbedRoutes } from "../embed/routes.ts";
import { createHostTokenStore } from "../embed/store.pg.ts";
import type { CurrentHours } from "../opening-hours/current-hours.ts";
import type { AddRoute } from "../http/route.ts";
import { createMemoryFailureCounts, type FailureCounts, uncounted } from "../sign-in/failure-counts.ts";
import { hashPassword } from "../sign-in/password-hash.ts";
import { addSignInRoutes } from "../sign-in/routes.ts";
import { createSharedFailureCounts } from "../sign-in/shared-failure-counts.ts";
import { SignInGuard } from "../sign-in/sign-in-guard.ts";
import { addTwoFactorRoutes } from "../two-factor/routes.ts";
import { createTwoFactorStore } from "../two-factor/store.pg.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import type { ApiParts } from "./api-parts.ts";

export async function composeSignIn(
  parts: ApiParts & { readonly showHours: CurrentHours["show"] },
): Promise<(route: AddRoute) => void> {
  const store = createSignInStore(parts.pool, parts.twoFactor);
  const guard = new SignInGuard({ counts: failureCountsOf(parts), security: parts.security, clock: parts.clock });
  const decoyHash = await hashPassword(randomBytes(32).toString("base64"));
  const account = createAccountSettingsStore(parts.pool);
  const hostTokens = createHostTokenStore(parts.pool);
  const factors = createTwoFactorStore(parts.pool);
  const signIn = { ...parts, store, users: store, guard, account, decoyHash, now: () => parts.clock.now() };
  return (route) => {
    addSignInRoutes(route, signIn);
    addEmbedRoutes(route, { ...signIn, hostTokens });
    addAccountRoutes(route, signIn);
    addTwoFactorRoutes(route, { ...signIn, factors });
  };
}

function failureCountsOf({ limits, sharedCounts, clock }: ApiParts): FailureCounts {
  if (limits === null) return uncounted;
  const own = createMemoryFailureCounts(limits.signIn, () => clock.steadyMs());
  return sharedCounts === null ? own : createSharedFailureCounts(limits.signIn, sharedCounts, own, clock);
}
