import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { lineOf } from "./cached-offers.ts";
import { withStates } from "./line-states.ts";
import type { Decision, DecisionKey, Offer, OfferLine } from "./offers-shape.ts";

/** What a line is once it is decided of. */
export const statusAfter = {
  accept: "accepted",
  decline: "declined",
} as const satisfies Readonly<Record<LineDecision, OfferLine["status"]>>;

/** Whether a decision is of this line, or of all that are open where that was asked. */
export const isOfLine = (decision: DecisionKey, { offerNumber, lineId }: DecisionKey): boolean =>
  decision.offerNumber === offerNumber && decision.lineId === lineId;

/** The lines of an offer that nobody has decided of. */
export const openLines = ({ lines }: Offer): readonly OfferLine[] => lines.filter(({ status }) => status === "offered");

/** The lines that a decision changes of an offer as it is shown. */
export function linesToDecide(
  offer: Offer,
  { lineId, decision }: Pick<Decision, "lineId" | "decision">,
): readonly number[] {
  const line = lineOf(offer, lineId);
  if (lineId === null) return openLines(offer).map(({ id }) => id);
  return line && line.status !== statusAfter[decision] ? [line.id] : [];
}

/** Whether the offer says already what was decided. */
export const isSaid = ({ offerNumber, lineIds, decision }: Decision, offer: Offer): boolean =>
  offerNumber === offer.number && lineIds.every((id) => lineOf(offer, id)?.status === statusAfter[decision]);

/** OFF-9: the offer as it is shown, with what was decided and is on its way. */
export function withDecisions(offer: Offer, decisions: readonly Decision[]): Offer {
  const open = decisions.filter((each) => each.offerNumber === offer.number && each.phase !== "failed");
  // The last one of a line counts.
  const states = open.flatMap(({ lineIds, decision }) => lineIds.map((id) => [id, statusAfter[decision]] as const));
  return withStates(offer, new Map(states));
}
