/** The shortest wait, ms: a shorter one would overload a server that comes back. */
const shortestMs = 500;
/** The longest wait of the first minute, ms: a client is back within 2 s of the server's return (CONN-2). */
const longestAtFirstMs = 1500;
/** The longest wait at all, ms. */
const longestMs = 8000;
/** Attempts before the waits grow: about a minute's. */
const quickAttempts = 60;

/**
 * How long to wait before the next attempt, ms. Spread evenly between the shortest wait and a bound that grows once
 * an outage has lasted a minute, so that many clients never come at once. `chance` is in [0, 1).
 */
export function retryDelayMs(attempt: number, chance: number): number {
  const doublings = Math.max(0, attempt - quickAttempts);
  const bound = Math.min(longestMs, longestAtFirstMs * 2 ** Math.min(doublings, 10));
  return shortestMs + chance * (bound - shortestMs);
}
