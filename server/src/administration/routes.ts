import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { actorOfCall } from "../http/actor-of-call.ts";
import type { AddRoute, Call } from "../http/route.ts";
import type { Actor } from "../kernel/actor.ts";
import { mapOk } from "../kernel/outcome.ts";
import type { AccountStore } from "../participants/account-store.ts";
import type { ProgramTokenStore } from "../sign-in/program-tokens.ts";
import {
  addAccount,
  changeRole,
  disableAccount,
  giveAccess,
  listAccounts,
  type ManageParts,
  renameAccount,
  resetSecondFactor,
  setAccountMail,
  signOutAccount,
} from "./manage-accounts.ts";
import { addToken, endToken, listTokens } from "./manage-tokens.ts";
import { type InstallationParts, viewInstallation } from "./view-installation.ts";

/** Each store records its actor in the audit log (AUD-1c). */
interface AdministrationParts extends InstallationParts {
  readonly accountsBy: (actor: Actor) => AccountStore;
  readonly tokensBy: (actor: Actor) => ProgramTokenStore;
  readonly now: () => number;
}

type Calling = Pick<Call<typeof endpoints.listTokens>, "caller" | "address">;

export function addAdministrationRoutes(route: AddRoute, parts: AdministrationParts): void {
  addAccountRoutes(route, parts);
  const tokensOf = (call: Calling): ProgramTokenStore => parts.tokensBy(actorOfCall(call));
  route(endpoints.listTokens, async (call) => mapOk(await listTokens(tokensOf(call), call.caller.user), ok));
  route(endpoints.addToken, async (call) => {
    const stores = { tokens: tokensOf(call), accounts: parts.accountsBy(actorOfCall(call)) };
    return mapOk(await addToken(stores, call.caller.user, call.body), (body) => ({ status: 201, body }));
  });
  route(endpoints.endToken, async (call) =>
    mapOk(await endToken(tokensOf(call), call.caller.user, call.params.tokenId), ok),
  );
  route(endpoints.viewInstallation, async ({ caller }) => mapOk(await viewInstallation(parts, caller.user), ok));
}

function addAccountRoutes(route: AddRoute, { accountsBy, tokensBy, now }: AdministrationParts): void {
  const partsOf = (call: Calling): ManageParts => ({ accounts: accountsBy(actorOfCall(call)), now });
  route(endpoints.listAccounts, async (call) =>
    mapOk(await listAccounts(partsOf(call), call.caller.user, { ...call.query, ...call.params }), ok),
  );
  route(endpoints.addAccount, async (call) =>
    mapOk(await addAccount(partsOf(call), call.caller.user, call.body), (body) => ({ status: 201, body })),
  );
  route(endpoints.renameAccount, async (call) =>
    mapOk(await renameAccount(partsOf(call), call.caller.user, { ...call.body, ...call.params }), ok),
  );
  route(endpoints.setAccountMail, async (call) =>
    mapOk(await setAccountMail(partsOf(call), call.caller.user, { ...call.body, ...call.params }), ok),
  );
  route(endpoints.changeRole, async (call) =>
    mapOk(await changeRole(partsOf(call), call.caller.user, { ...call.body, ...call.params }), ok),
  );
  route(endpoints.disableAccount, async (call) =>
    mapOk(await disableAccount(partsOf(call), call.caller.user, { ...call.body, ...call.params }), ok),
  );
  route(endpoints.giveAccess, async (call) =>
    mapOk(await giveAccess(partsOf(call), call.caller.user, { ...call.body, ...call.params }), ok),
  );
  route(endpoints.signOutAccount, async (call) =>
    mapOk(
      await signOutAccount(
        { ...partsOf(call), tokens: tokensBy(actorOfCall(call)) },
        call.caller.user,
        call.params.accountId,
      ),
      ok,
    ),
  );
  route(endpoints.resetSecondFactor, async (call) =>
    mapOk(await resetSecondFactor(partsOf(call), call.caller.user, call.params.accountId), ok),
  );
}

const ok = <Body>(body: Body) => ({ status: 200, body }) as const;
