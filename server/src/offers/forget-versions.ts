import { type AgingParts, endOfAge, hourly, type Rounds } from "../kernel/rounds.ts";

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

/** OFF-1b: earlier versions of each offer that stay, however old they are. */
export const versionsStoredMin = 20;

/** OFF-1b: removes the earlier versions of offers that nobody needs (`OFFER_VERSIONS_DAYS`). */
export function forgetVersions({ store, ...parts }: AgingParts<VersionStore>): Rounds {
  async function removeAll(ending: AbortSignal): Promise<void> {
    const past = { newest: versionsStoredMin, before: endOfAge(parts) };
    let offerId: number | null = 0;
    while (offerId !== null && !ending.aborted) offerId = await store.removeVersions(offerId, past);
  }
  return hourly({ ...parts, work: removeAll, failure: "earlier versions of offers could not be removed" }).start();
}
