import { backOffMs } from "../kernel/back-off-rules.ts";

/** PUSH-2a: a push that could not be delivered for a day is of no use to anybody. */
export const pushTtlSeconds = 24 * 60 * 60;

/** What a push service's answer means for the push and its subscription. */
export type Verdict = "delivered" | "gone" | "again" | "given-up";

/** PUSH-6: 404 and 410 end the subscription; what may pass is sent again; whatever else is refused would be refused again. */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return "delivered";
  if (status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "again" : "given-up";
}

/** PUSH-6b: how long (ms) a push waits after so many attempts: no shorter than its service asks, up to the day that it is valid. */
export const retryWaitMs = (attempts: number, chance: number, askedMs: number): number =>
  Math.max(backOffMs(attempts, chance, [2000, 60 * 60 * 1000]), Math.min(pushTtlSeconds * 1000, askedMs));
