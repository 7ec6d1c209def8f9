import { backOffMs } from "../kernel/back-off-rules.ts";

/** PUSH-2a: a push that cannot be delivered within a day is dropped. */
export const pushTtlSeconds = 24 * 60 * 60;

export type Verdict = "delivered" | "gone" | "again" | "given-up";

/** PUSH-6: 404 and 410 end the subscription, transient failures are retried, and all others are given up. */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return "delivered";
  if (status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "again" : "given-up";
}

/** PUSH-6b: ms to wait after this many attempts; at least `askedMs`, unless that exceeds the lifetime of a push. */
export const retryWaitMs = (attempts: number, chance: number, askedMs: number): number =>
  Math.max(backOffMs(attempts, chance, [2000, 60 * 60 * 1000]), Math.min(pushTtlSeconds * 1000, askedMs));
