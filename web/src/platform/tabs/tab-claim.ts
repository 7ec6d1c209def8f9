/**
 * Claims a name until released or the tab is gone. Null if another tab has it; with `giveUp` waits for that one, null once aborted. Browsers
 * without locks give it to every tab.
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

/** How long a tab that stands still may hold up the others, ms. */
const turnMaxMs = 5000;

/** NOTE-5a: Chromium forgets a notification that is looked for while it comes up, so tabs and worker take turns. */
export async function inNotificationTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const release = await claimForTab("cuplaj.notifications", AbortSignal.timeout(turnMaxMs));
  try {
    return await work();
  } finally {
    release?.();
  }
}
