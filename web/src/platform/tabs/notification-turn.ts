import { claimForTab } from "./tab-claim.ts";

/** How long a tab that stands still may hold up the others, ms. */
const turnMaxMs = 5000;

/**
 * NOTE-5a: does what shows notifications or looks for them, after the other tabs and the worker: Chromium forgets one that is looked
 * for while it comes up, so that nothing closes it and a press on it leads nowhere.
 */
export async function inNotificationTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const release = await claimForTab("cuplaj.notifications", AbortSignal.timeout(turnMaxMs));
  try {
    return await work();
  } finally {
    release?.();
  }
}
