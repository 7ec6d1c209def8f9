import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { PersonActor } from "../kernel/actor.ts";
import { type Outcome, refused, type RefusedWith, refusedWith } from "../kernel/outcome.ts";
import { changeOffer, type ChangeOfferParts } from "./change-offer.ts";
import { type AskedDecision, mayDecide, mayViewOffer } from "./rules.ts";
import { viewOffer } from "./view-offer.ts";

export interface DecideLineParts extends ChangeOfferParts {
  /** Called after a commit that stored a delivery. */
  readonly wakeWebhooks: () => void;
}

/** ERP-3: accepts or declines lines of an offer version, by its customer or on their behalf. Returns the changed offer. */
export async function decideLine(
  parts: DecideLineParts,
  caller: User,
  offerId: number,
  asked: Omit<AskedDecision, "actor" | "now">,
  actor: PersonActor,
): Promise<Outcome<Offer, RefusedWith<"version_conflict", { oferta: Offer }>>> {
  const customerId = await parts.offers.findCustomer(offerId);
  if (customerId === null || !mayViewOffer(caller, { customerId })) return refused("not_found");
  if (!mayDecide(caller, actor.by, asked.isOnBehalf)) return refused("forbidden");
  const { outcome } = await changeOffer(parts, offerId, (now) =>
    parts.offers.decide({ ...asked, offerId, actor, now }),
  );
  if (outcome === "decided") parts.wakeWebhooks();
  if (outcome === "no-line" || outcome === "not-customer") return refused("not_found");
  if (outcome === "not-sent") return refused("conflict");
  const offer = await viewOffer(parts, caller, offerId);
  return offer.ok && outcome === "conflict" ? refusedWith("version_conflict", { oferta: offer.value }) : offer;
}
