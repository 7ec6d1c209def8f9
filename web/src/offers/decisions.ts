import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { lineOf } from "./cached-offers.ts";
import { withStates } from "./line-states.ts";
import type { Decision, Offer, OfferLine } from "./offers-shape.ts";

/** What a line is once it is decided of. */
export const statusAfter = {
  accept: "accepted",
  decline: "declined",
} as const satisfies Readonly<Record<LineDecision, OfferLine["status"]>>;

/** Whether the offer says already what was decided. */
export const isSaid = ({ offerNumber, lineId, decision }: Decision, offer: Offer): boolean =>
  offerNumber === offer.number && lineOf(offer, lineId)?.status === statusAfter[decision];

/** OFF-9: the offer as it is shown, with what was decided and is on its way. */
export function withDecisions(offer: Offer, decisions: readonly Decision[]): Offer {
  const open = decisions.filter((each) => each.offerNumber === offer.number && each.phase !== "failed");
  // The last one of a line counts.
  return withStates(offer, new Map(open.map(({ lineId, decision }) => [lineId, statusAfter[decision]])));
}
