import { type AgingParts, endOfAge, hourly, type Rounds } from "../kernel/rounds.ts";

export interface VersionStore {
  /**
   * Takes the next offers by number, and removes their versions replaced before `before`, except the `newest` ones and those that a webhook must
   * still deliver (HOOK-1). Returns the number to continue from, or null at the end.
   */
  removeVersions(
    afterOfferId: number,
    past: { readonly newest: number; readonly before: string },
  ): Promise<number | null>;
}

/** OFF-1b: earlier versions that each offer keeps, whatever their age. */
export const versionsStoredMin = 20;

/** OFF-1b: removes old versions (`OFFER_VERSIONS_DAYS`). */
export function forgetVersions({ store, ...parts }: AgingParts<VersionStore>): Rounds {
  async function removeAll(ending: AbortSignal): Promise<void> {
    const past = { newest: versionsStoredMin, before: endOfAge(parts) };
    let offerId: number | null = 0;
    while (offerId !== null && !ending.aborted) offerId = await store.removeVersions(offerId, past);
  }
  return hourly({ ...parts, work: removeAll, failure: "earlier versions of offers could not be removed" }).start();
}
