/**
 * Claims something for this tab alone, until it is released or the tab is gone; null where another tab has it. Browsers without locks
 * give it to every tab.
 */
export async function claimForTab(name: string): Promise<(() => void) | null> {
  if (!("locks" in navigator)) return () => undefined;
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}
