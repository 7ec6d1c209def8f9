import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { lineOf } from "./cached-offers.ts";
import type { Decision, DecisionKey, Offer, OfferLine } from "./offers-shape.ts";
import { offerTotals } from "@cuplaj/protocol/offer-totals.ts";

export const statusAfter = {
  accept: "accepted",
  decline: "declined",
} as const satisfies Readonly<Record<LineDecision, OfferLine["status"]>>;

export const isOfLine = (decision: DecisionKey, { offerNumber, lineId }: DecisionKey): boolean =>
  decision.offerNumber === offerNumber && decision.lineId === lineId;

export const openLines = ({ lines }: Offer): readonly OfferLine[] => lines.filter(({ status }) => status === "offered");

export function linesToDecide(
  offer: Offer,
  { lineId, decision }: Pick<Decision, "lineId" | "decision">,
): readonly number[] {
  const line = lineOf(offer, lineId);
  if (lineId === null) return openLines(offer).map(({ id }) => id);
  return line && line.status !== statusAfter[decision] ? [line.id] : [];
}

export const isSaid = ({ offerNumber, lineIds, decision }: Decision, offer: Offer): boolean =>
  offerNumber === offer.number && lineIds.every((id) => lineOf(offer, id)?.status === statusAfter[decision]);

/** OFF-9: the offer with pending decisions overlaid. */
export function withDecisions(offer: Offer, decisions: readonly Decision[]): Offer {
  const open = decisions.filter((each) => each.offerNumber === offer.number && each.phase !== "failed");
  const states = open.flatMap(({ lineIds, decision }) => lineIds.map((id) => [id, statusAfter[decision]] as const));
  return withStates(offer, new Map(states));
}

export function withStates(offer: Offer, states: ReadonlyMap<number, OfferLine["status"]>): Offer {
  if (states.size === 0) return offer;
  const lines = offer.lines.map((line) => ({ ...line, status: states.get(line.id) ?? line.status }));
  return { ...offer, lines, totals: totalsOf(lines) };
}

export const totalsOf = (lines: readonly OfferLine[]): Offer["totals"] =>
  offerTotals(lines.map((line) => ({ ...line, vat_rate: line.vatPercent })));
