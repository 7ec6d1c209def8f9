import type { Offer, OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { PersonActor } from "../kernel/actor.ts";
import { done, invalidField, type Outcome, refused, type RefusedWith, refusedWith } from "../kernel/outcome.ts";
import { type ChangeOfferParts, inTurnOfOffer } from "./change-offer.ts";
import { type OfferStaffParts, warnOfNoStaff } from "./offer-staff.ts";
import { contentOf, offerProblems } from "./read-offer.ts";
import { mayStoreOffers } from "./rules.ts";
import { toOffer } from "./view-offer.ts";

export type StoreOfferParts = ChangeOfferParts & OfferStaffParts;

type StoreOfferOutcome = Outcome<
  { readonly offer: Offer; readonly isNew: boolean },
  RefusedWith<"version_conflict", { version: number }>
>;

/** ERP-1: stores a whole offer from a program, but no outdated version. Repeating a call changes nothing. */
export async function storeOffer(
  parts: StoreOfferParts,
  caller: User,
  offerId: number,
  asked: OfferToStore,
  actor: PersonActor,
): Promise<StoreOfferOutcome> {
  if (!mayStoreOffers(caller)) return refused("forbidden");
  const fields = offerProblems(offerId, asked);
  if (fields !== null) return refused("invalid", { fields });
  const sent = { offerId, content: contentOf(asked), actor };
  const { request_id: requestId = null } = sent.content;
  const stored = await inTurnOfOffer(parts, { offerId, requestId }, () => parts.offerWriter.store(sent));
  switch (stored.outcome) {
    case "made":
      if (stored.staffTotal < parts.offerStaff.length) await warnOfNoStaff(parts);
      return done({ offer: toOffer(stored.offer), isNew: true });
    case "stored":
    case "same":
      return done({ offer: toOffer(stored.offer), isNew: false });
    case "conflict":
      return refusedWith("version_conflict", { version: stored.version });
    case "no-customer":
      return invalidField("customer", "not_valid");
    case "no-request":
      return invalidField("request_id", "not_valid");
    case "undecided":
      return refused("invalid", {
        fields: Object.fromEntries(stored.indexes.map((index) => [`lines.${index}.status`, ["not_decided"]])),
      });
  }
}
