import type { Offer, OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, invalidField, type Outcome, refused, type RefusedWith, refusedWith } from "../kernel/outcome.ts";
import { changeOffer, type ChangeOfferParts } from "./change-offer.ts";
import { findOfferStaff, type OfferStaffParts } from "./offer-staff.ts";
import { contentOf, offerProblems } from "./read-offer.ts";
import { mayStoreOffers } from "./rules.ts";
import { toOffer } from "./view-offer.ts";

export type StoreOfferParts = ChangeOfferParts & OfferStaffParts;

type StoreOfferOutcome = Outcome<
  { readonly offer: Offer; readonly isNew: boolean },
  RefusedWith<"version_conflict", { version: number }>
>;

/** ERP-1: stores a whole offer by its version, for a program; the same again changes nothing. */
export async function storeOffer(
  parts: StoreOfferParts,
  caller: User,
  offerId: number,
  asked: OfferToStore,
): Promise<StoreOfferOutcome> {
  if (!mayStoreOffers(caller)) return refused("forbidden");
  const fields = offerProblems(offerId, asked);
  if (fields !== null) return refused("invalid", { fields });
  const sent = { offerId, content: contentOf(asked), participantId: caller.id };
  const stored = await changeOffer(parts, offerId, async (now, roomId) => {
    // Only an offer that is made needs them, and that has no room yet.
    const staffIds = roomId === null ? await findOfferStaff(parts) : [];
    return await parts.offers.store({ ...sent, staffIds, now });
  });
  switch (stored.outcome) {
    case "made":
    case "stored":
    case "same":
      return done({ offer: toOffer(stored.offer), isNew: stored.outcome === "made" });
    case "conflict":
      return refusedWith("version_conflict", { version: stored.version });
    case "no-customer":
      return invalidField("customer", "not_valid");
  }
}
