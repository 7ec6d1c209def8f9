/**
 * Claims a name until the returned function is called or the tab closes. Null if another tab has it; with `giveUp`, waits for that tab, and returns
 * null only once aborted. Without locks every tab succeeds.
 */
export async function claimForTab(name: string, giveUp?: AbortSignal): Promise<(() => void) | null> {
  if (!("locks" in navigator)) return () => undefined;
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (lock !== null) return new Promise((release) => resolve(release));
      resolve(null);
      return undefined;
    };
    navigator.locks
      .request(name, giveUp === undefined ? { ifAvailable: true } : { signal: giveUp }, hold)
      .catch(() => resolve(giveUp?.aborted === true ? null : () => undefined));
  });
}

/** How long a frozen tab may delay other tabs, in ms. */
const turnMaxMs = 5000;

/** NOTE-5a: Chromium loses a notification that is queried while it appears, so tabs and the worker take turns to use notifications. */
export async function inNotificationTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const release = await claimForTab("cuplaj.notifications", AbortSignal.timeout(turnMaxMs));
  try {
    return await work();
  } finally {
    release?.();
  }
}
