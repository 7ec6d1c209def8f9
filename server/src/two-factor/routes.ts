import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { addressGroup } from "../http/address-group.ts";
import type { AddRoute } from "../http/route.ts";
import { done, mapOk } from "../kernel/outcome.ts";
import { giveFactor } from "./give-factor.ts";
import { renewRecoveryCodes, storeRecoveryCodes, viewFactor } from "./own-factor.ts";
import type { TwoFactorParts } from "./prove-factor.ts";
import { proveSelf } from "./prove-self.ts";
import { confirmFactor, offerFactor } from "./set-up-factor.ts";

export function addTwoFactorRoutes(route: AddRoute, parts: TwoFactorParts): void {
  route(endpoints.viewSecondFactor, async ({ caller }) =>
    done({ status: 200 as const, body: await viewFactor(parts, caller) }),
  );
  route(endpoints.offerSecondFactor, async ({ caller, body, address }) => {
    const { password, code } = body;
    const isProof = password !== undefined && code !== undefined;
    const proof = isProof ? { password, code, address: addressGroup(address) } : null;
    return mapOk(await offerFactor(parts, caller, proof), ok);
  });
  route(endpoints.confirmSecondFactor, async ({ caller, body, address }) =>
    mapOk(await confirmFactor(parts, caller, { ...body, address: addressGroup(address) }), ok),
  );
  route(endpoints.giveSecondFactor, async ({ caller, body, address }) =>
    mapOk(await giveFactor(parts, caller, { ...body, address: addressGroup(address) }), ok),
  );
  route(endpoints.proveSelf, async ({ caller, body, address }) =>
    mapOk(await proveSelf(parts, caller, { ...body, address: addressGroup(address) }), ok),
  );
  route(endpoints.renewRecoveryCodes, async ({ caller, body, address }) =>
    mapOk(await renewRecoveryCodes(parts, caller, { ...body, address: addressGroup(address) }), ok),
  );
  route(endpoints.storeRecoveryCodes, async ({ caller, body }) =>
    mapOk(await storeRecoveryCodes(parts, caller, body), ok),
  );
}

const ok = <Body>(body: Body) => ({ status: 200, body }) as const;
