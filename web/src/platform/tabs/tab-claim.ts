/**
 * Claims something for this tab alone, until it is released or the tab is gone; null where another tab has it. With `giveUp` it waits until
 * no other has it, or null once given up. Browsers without locks, or that block them with the storage, give it to every tab.
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
