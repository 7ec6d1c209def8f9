import type { Log } from "../kernel/log.ts";
import type { OfferStore } from "./store.ts";

export interface OfferStaffParts {
  readonly offers: Pick<OfferStore, "findStaff">;
  /** User names of the staff who become members of a new offer's room (`OFFER_STAFF`). */
  readonly offerStaff: readonly string[];
  readonly log: Pick<Log, "warn">;
}

/** ERP-1d, ERP-1f: the staff of new offers, by id; of a name without an enabled account of staff the log is warned. */
export async function findOfferStaff({ offers, offerStaff, log }: OfferStaffParts): Promise<readonly number[]> {
  if (offerStaff.length === 0) return [];
  const { ids, missing } = await offers.findStaff(offerStaff);
  if (missing.length > 0) log.warn({ missing }, "OFFER_STAFF names somebody who is no enabled account of staff");
  return ids;
}
