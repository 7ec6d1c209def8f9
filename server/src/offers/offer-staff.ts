import type { Log } from "../kernel/log.ts";
import type { OfferStore } from "./store.ts";

export interface OfferStaffParts {
  readonly offers: Pick<OfferStore, "findNoStaff">;
  readonly offerStaff: readonly string[];
  readonly log: Pick<Log, "warn">;
}

/** ERP-1d: logs a warning for names in `OFFER_STAFF` without an enabled staff account. */
export async function warnOfNoStaff({ offers, offerStaff, log }: OfferStaffParts): Promise<void> {
  const names = offerStaff.length === 0 ? [] : await offers.findNoStaff(offerStaff);
  if (names.length > 0) log.warn({ names }, "OFFER_STAFF names somebody without an enabled staff account");
}
