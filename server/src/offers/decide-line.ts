import type { LineDecision, Offer } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { type Outcome, refused, type RefusedWith, refusedWith } from "../kernel/outcome.ts";
import { changeOffer, type ChangeOfferParts } from "./change-offer.ts";
import { mayViewOffer } from "./rules.ts";
import { viewOffer } from "./view-offer.ts";

interface DecisionAsked {
  readonly lineId: number;
  readonly decision: LineDecision;
  readonly version: number;
}

/** ERP-3: accepts or declines a line of one's own offer as it was seen at a version; the answer is the offer as it is then. */
export async function decideLine(
  parts: ChangeOfferParts,
  caller: User,
  offerId: number,
  asked: DecisionAsked,
): Promise<Outcome<Offer, RefusedWith<"version_conflict", { oferta: Offer }>>> {
  const customerId = await parts.offers.findCustomer(offerId);
  if (customerId === null || !mayViewOffer(caller, { customerId })) return refused("not_found");
  if (caller.type !== "customer") return refused("forbidden");
  const { outcome } = await changeOffer(parts, offerId, (now) =>
    parts.offers.decideLine({ ...asked, offerId, participantId: caller.id, now }),
  );
  if (outcome === "no-line" || outcome === "not-customer") return refused("not_found");
  if (outcome === "not-sent") return refused("conflict");
  const offer = await viewOffer(parts, caller, offerId);
  return offer.ok && outcome === "conflict" ? refusedWith("version_conflict", { oferta: offer.value }) : offer;
}
