import { createPublicKey } from "node:crypto";
import type { PushSubscription } from "@cuplaj/protocol/push.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import type { CheckEndpoint } from "./check-endpoint.ts";
import type { SubscriptionStore } from "./subscriptions.ts";

export interface SubscribeParts {
  readonly subscriptions: SubscriptionStore;
  readonly checkEndpoint: CheckEndpoint;
}

/** PUSH-1: subscribes a browser to pushes until the caller's session ends. */
export async function subscribe(
  { subscriptions, checkEndpoint }: SubscribeParts,
  { user, session }: Caller,
  { endpoint, keys }: PushSubscription,
): Promise<Outcome<{ subscribed: true }>> {
  if (!areKeysGood(keys)) return invalidField("keys.p256dh", "not_valid");
  const url = await checkEndpoint(endpoint);
  if (url === null) return refused("push_endpoint_refused");
  const outcome = await subscriptions.subscribe({
    participantId: user.id,
    session,
    endpoint: url.href,
    origin: url.origin,
    keys,
  });
  switch (outcome) {
    case "subscribed":
      return done({ subscribed: true });
    case "taken":
      return refused("conflict");
    case "ended":
      return refused("unauthenticated");
  }
}

/** Checks that `p256dh` is a point on the curve, since encryption would fail otherwise. */
function areKeysGood({ p256dh }: PushSubscription["keys"]): boolean {
  const point = Buffer.from(p256dh, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  try {
    return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" }).type === "public";
  } catch {
    return false;
  }
}
