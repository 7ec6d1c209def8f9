import { type Clock, isoTime } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { hourMs, Rounds } from "../kernel/rounds.ts";

/** Earlier versions of offers, as they are removed. */
export interface VersionStore {
  /**
   * Of the next few offers after one, by number, removes the versions that were replaced before a time and have so many newer ones
   * among the earlier, but for those that the ERP is yet to learn of (HOOK-1). Answers the last offer's number, and null after the last one.
   */
  removeVersions(
    afterOfferId: number,
    past: { readonly newest: number; readonly before: string },
  ): Promise<number | null>;
}

interface ForgetParts {
  readonly store: VersionStore;
  /** How long (days) every earlier version stays (`OFFER_VERSIONS_DAYS`). */
  readonly storedDays: number;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

/** OFF-1c: earlier versions of each offer that stay, however old they are. */
export const versionsStoredMin = 20;
const dayMs = 24 * 60 * 60 * 1000;

/** OFF-1c: removes the earlier versions of offers that nobody needs. */
export function forgetVersions({ store, storedDays, clock, log }: ForgetParts): Rounds {
  async function removeAll(ending: AbortSignal): Promise<void> {
    const past = { newest: versionsStoredMin, before: isoTime(clock.now() - storedDays * dayMs) };
    let offerId: number | null = 0;
    while (offerId !== null && !ending.aborted) offerId = await store.removeVersions(offerId, past);
  }
  const failure = "earlier versions of offers could not be removed";
  return new Rounds({ work: removeAll, everyMs: hourMs, clock, log, failure }).start();
}
