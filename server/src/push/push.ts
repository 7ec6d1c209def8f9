import type { PushPayload, PushSubscription } from "@cuplaj/protocol/push.ts";
import type { Answer } from "../kernel/post.ts";

/** A push on its way to a push service. */
export interface Push extends Pick<PushSubscription, "endpoint" | "keys"> {
  readonly payload: PushPayload;
}

/** What became of a push: what its service answered, or why it did not. */
export type Pushed = Answer | { readonly failure: string };

/** Encrypts a push for its browser and sends it. */
export type DeliverPush = (push: Push) => Promise<Pushed>;
