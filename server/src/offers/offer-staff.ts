import type { Log } from "../kernel/log.ts";
import type { OfferStore } from "./store.ts";

export interface OfferStaffParts {
  readonly offers: Pick<OfferStore, "findNoStaff">;
  /** User names, in small letters, of the staff who become members of a new offer's room (`OFFER_STAFF`). */
  readonly offerStaff: readonly string[];
  readonly log: Pick<Log, "warn">;
}

/** ERP-1d: warns the log of names in `OFFER_STAFF` without an enabled account of staff. */
export async function warnOfNoStaff({ offers, offerStaff, log }: OfferStaffParts): Promise<void> {
  const names = offerStaff.length === 0 ? [] : await offers.findNoStaff(offerStaff);
  if (names.length > 0) log.warn({ names }, "OFFER_STAFF names somebody who is no enabled account of staff");
}
