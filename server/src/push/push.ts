import type { PushPayload, PushSubscription } from "@cuplaj/protocol/push.ts";
import type { Answer } from "../kernel/post.ts";

export interface Push extends Pick<PushSubscription, "endpoint" | "keys"> {
  readonly payload: PushPayload;
}

export type Pushed = Answer | { readonly failure: string };

export type DeliverPush = (push: Push) => Promise<Pushed>;
