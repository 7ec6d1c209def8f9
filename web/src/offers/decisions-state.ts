import { offlineError, type CallError } from "../state/entities.ts";
import { isOffline } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers } from "../state/transition.ts";
import { heldOffer, isOffersCustomer, lineOf } from "./cached-offers.ts";
import { isSaid, statusAfter, withDecisions } from "./decisions.ts";
import type { Decision, Offer } from "./offers-shape.ts";
import { takeOffer } from "./take-offer.ts";

/** OFF-9: what the offer's customer decides of its lines: shown at once, sent one after another, told where it fails. */
export const decisionHandlers: Handlers<"offers/decision-asked" | "offers/decided" | "offers/decision-failed"> = {
  "offers/decision-asked": (state, { type: _asked, isTooSoon, ...named }) => {
    const offer = heldOffer(state, named.offerNumber)?.offer;
    const line = offer && lineOf(withDecisions(offer, state.decisions), named.lineId);
    if (!line || !canDecide(state, offer) || line.status === statusAfter[named.decision]) return changed(state);
    // The last wish counts; what is on its way is answered first.
    const others = state.decisions.filter((each) => !isOfLine(each, named) || each.phase === "sending");
    // What the server answers to a decision of an older version.
    const staleError: CallError = { ...offlineError, code: "version_conflict" };
    // Nothing is queued: what cannot leave now is told now, and so is what was pressed of what stood there before.
    const error = isOffline(state) ? offlineError : isTooSoon ? staleError : null;
    const phase = error ? "failed" : "waiting";
    return sendNext({ ...state, decisions: [...others, { ...named, version: offer.version, phase, error }] }, offer);
  },

  "offers/decided": (state, { lineId, offer }) => {
    const sent = sentOf(state, offer.number);
    if (sent?.lineId !== lineId) return takeOffer(state, offer, true);
    const decisions = state.decisions
      .filter((each) => each !== sent)
      // What waits was decided of the same offer, which the answer has carried forward.
      .map((each) => (isWaitingOf(each, offer.number, sent.version) ? { ...each, version: offer.version } : each));
    return andThen(takeOffer({ ...state, decisions }, offer, true), (next) => sendNext(next, offer));
  },

  "offers/decision-failed": (state, { offerNumber, lineId, error, newer }) => {
    const sent = sentOf(state, offerNumber);
    if (sent?.lineId !== lineId) return changed(state);
    // What waits was decided of the same offer, and goes the same way.
    const failed = state.decisions.map((each) => (each.offerNumber === offerNumber ? asFailed(each, error) : each));
    // Of a line the last wish is told.
    const decisions = failed.filter((each, i) => !failed.some((later, at) => at > i && isOfLine(later, each)));
    return newer ? takeOffer({ ...state, decisions }, newer) : changed({ ...state, decisions });
  },
};

/** Whether the signed-in person may accept and decline the lines of an offer (ERP-3). */
export const canDecide = (state: AppState, offer: Offer): boolean =>
  offer.status === "sent" && isOffersCustomer(state, offer);

/** Whether an answer is to come that brings the offer itself. */
export const isDeciding = (state: AppState, offerNumber: number): boolean => sentOf(state, offerNumber) !== undefined;

const sentOf = ({ decisions }: AppState, offerNumber: number): Decision | undefined =>
  decisions.find((each) => each.offerNumber === offerNumber && each.phase === "sending");

const isOfLine = (decision: Decision, { offerNumber, lineId }: Pick<Decision, "offerNumber" | "lineId">): boolean =>
  decision.offerNumber === offerNumber && decision.lineId === lineId;

const isWaitingOf = ({ phase, offerNumber, version }: Decision, number: number, of: number): boolean =>
  phase === "waiting" && offerNumber === number && version === of;

const asFailed = (decision: Decision, error: CallError): Decision =>
  decision.phase === "failed" ? decision : { ...decision, phase: "failed", error };

/** Sends what waits for an offer's answer, without what the offer says already. */
function sendNext(state: AppState, offer: Offer): Change {
  if (isDeciding(state, offer.number)) return changed(state);
  const open = state.decisions.filter((each) => each.phase !== "waiting" || !isSaid(each, offer));
  const next = open.find((each) => each.offerNumber === offer.number && each.phase === "waiting");
  if (!next) return changed({ ...state, decisions: open });
  const sent: Decision = { ...next, phase: "sending" };
  return changed({ ...state, decisions: open.map((each) => (each === next ? sent : each)) }, [
    { type: "call-decide", decision: sent },
  ]);
}
