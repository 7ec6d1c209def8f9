/** PUSH-2b: a push that could not be delivered for a day is of no use to anybody. */
export const pushTtlSeconds = 24 * 60 * 60;

/** What a push service's answer means for the push and its subscription. */
export type Verdict = "delivered" | "gone" | "again" | "given-up";

/** PUSH-6: 404 and 410 end the subscription; what may pass is sent again; whatever else is refused would be refused again. */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return "delivered";
  if (status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "again" : "given-up";
}

/** Own waits between attempts (ms): the first one, and the longest. */
const [retryMsMin, retryMsMax] = [2000, 60 * 60 * 1000];

/**
 * PUSH-6b: how long (ms) a push waits after so many attempts, and no shorter than its service asks, up to the day that it is valid;
 * `chance` from 0 to 1 spreads it over the upper half.
 */
export function retryWaitMs(attempts: number, chance: number, askedMs: number): number {
  const ownMs = Math.min(retryMsMax, retryMsMin * 2 ** (attempts - 1)) * (0.5 + chance / 2);
  return Math.round(Math.max(ownMs, Math.min(pushTtlSeconds * 1000, askedMs)));
}
