/** Waits between attempts (ms): the first one, and the longest. */
export const [retryMsMin, retryMsMax] = [1000, 10 * 60 * 1000];

/** HOOK-5: whether a status says that the receiver has it now. */
export const isDelivered = (status: number): boolean => status >= 200 && status < 300;

/** HOOK-5a: how long (ms) a delivery waits after so many attempts; `chance` from 0 to 1 spreads it over the upper half. */
export function retryWaitMs(attempts: number, chance: number): number {
  const longestMs = Math.min(retryMsMax, retryMsMin * 2 ** (attempts - 1));
  return Math.round(longestMs * (0.5 + chance / 2));
}
