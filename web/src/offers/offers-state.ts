import { retryUnlessRefused, hasFailed, underWay } from "../state/retries/retries-state.ts";
import { isRefusal } from "../state/retries/may-pass.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import {
  cachedOffer,
  heldOffer,
  versionToFetch,
  openOfferNumber,
  withCached,
  withNewest,
  isOffersCustomer,
  lineOf,
} from "../state/offers/cached-offers.ts";
import { comparedHandlers, retryEarlier, failureKey, takeOffer } from "./compared-offer.ts";
import type {
  CachedOffer,
  OffersEvents,
  OfferView,
  Decision,
  DecisionKey,
  Offer,
} from "../state/offers/offers-shape.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { offlineError, type CallError } from "../state/entities.ts";
import { isOffline, me } from "../state/selectors.ts";
import { doUnlessUndone } from "../state/undo/undo-state.ts";
import { isOfLine, isSaid, linesToDecide, openLines, withDecisions } from "../state/offers/decisions.ts";

/** OFF-9: decisions show at once. They are sent one at a time, once they can no longer be undone (OFF-9a). */
const decisionHandlers: Handlers<"offers/decided" | `offers/decision-${"asked" | "due" | "undone" | "failed"}`> = {
  "offers/decision-asked": (state, { type: _asked, isTooSoon, ...named }) => {
    const offer = heldOffer(state, named.offerNumber)?.offer;
    if (!offer || !canDecide(state, offer)) return changed(state);
    const lineIds = linesToDecide(withDecisions(offer, state.decisions), named);
    if (lineIds.length === 0) return changed(state);
    // The last decision wins, but one in flight finishes first. A failure stays until one of its lines is decided.
    const hasFailedHere = ({ phase, offerNumber, lineIds: failed }: Decision): boolean =>
      phase === "failed" && offerNumber === offer.number && failed.some((id) => lineIds.includes(id));
    const others = state.decisions.filter(
      (each) => each.phase === "sending" || !(isOfLine(each, named) || hasFailedHere(each)),
    );
    // The error that the server returns for a decision on an older version.
    const staleError: CallError = { ...offlineError, code: "version_conflict" };
    const error = isOffline(state) ? offlineError : isTooSoon ? staleError : null;
    const made = { ...named, lineIds, isOnBehalf: !isOffersCustomer(state, offer), version: offer.version };
    const decision: Decision = { ...made, phase: error ? "failed" : "undoable", error };
    const decided = { ...state, decisions: [...others, decision] };
    return error ? changed(decided) : undoable(decided, decision, offer);
  },

  "offers/decision-due": (state, { offerNumber, lineId }) => {
    const asked = undoableOf(state, { offerNumber, lineId });
    const offer = heldOffer(state, offerNumber)?.offer;
    if (!asked || !offer) return changed(state);
    const others = state.decisions.filter((each) => each !== asked);
    const [later, before] = [others.filter(isUndoable), others.filter((each) => !isUndoable(each))];
    const due = isOffline(state) ? [asFailed(asked, offlineError)] : asCalls(asked, withDecisions(offer, before));
    // Due decisions are sent in order, and later ones override them on screen.
    return sendNext({ ...state, decisions: [...before, ...due, ...later] }, offer);
  },

  "offers/decision-undone": (state, key) => {
    const asked = undoableOf(state, key);
    return changed(asked ? { ...state, decisions: state.decisions.filter((each) => each !== asked) } : state);
  },

  "offers/decided": (state, { lineId, offer }) => {
    const sent = sentOf(state, offer.number);
    if (sent?.lineId !== lineId) return takeOffer(state, offer, true);
    const decisions = state.decisions
      .filter((each) => each !== sent)
      // Waiting decisions were made on the same offer, and now apply to its new version.
      .map((each) => (isWaitingOf(each, offer.number, sent.version) ? { ...each, version: offer.version } : each));
    return andThen(takeOffer({ ...state, decisions }, offer, true), (next) => sendNext(next, offer));
  },

  "offers/decision-failed": (state, { offerNumber, lineId, error, newer }) => {
    const sent = sentOf(state, offerNumber);
    if (sent?.lineId !== lineId) return changed(state);
    // Waiting decisions on the same offer fail too, so there is nothing left to undo.
    const failed = state.decisions.map((each) => (each.offerNumber === offerNumber ? asFailed(each, error) : each));
    const undone = state.decisions.filter((each) => each.offerNumber === offerNumber && each.phase === "undoable");
    const decisions = failed.filter((each, i) => !failed.some((later, at) => at > i && isOfLine(later, each)));
    const taken = newer ? takeOffer({ ...state, decisions }, newer) : changed({ ...state, decisions });
    const hidden = undone.map((each): Effect => ({
      type: "dispatch",
      event: { type: "undo/asked", id: undoId(each) },
    }));
    return changed(taken.state, [...taken.effects, ...hidden]);
  },
};

/** OFF-9a: a decision that can be undone for a while; closing the page confirms it. */
function undoable(state: AppState, made: Decision, offer: Offer): Change {
  const { offerNumber, lineId, lineIds, decision, isOnBehalf } = made;
  const key = { offerNumber, lineId };
  const due = { type: "offers/decision-due", ...key } as const;
  const undone = { type: "offers/decision-undone", ...key } as const;
  const [first = null] = lineIds;
  const isOne = lineIds.length === 1;
  return doUnlessUndone(
    state,
    undoId(key),
    { due, undone, whenLeft: "sent" },
    {
      ...{ kind: "key", key: `offers.${isOnBehalf ? "decidedFor" : "decided"}.${isOne ? decision : "all"}` },
      ...{ count: lineIds.length, name: offer.customer.name },
      ...(isOne && { quote: lineOf(offer, first)?.code ?? "" }),
    },
  );
}

const undoId = ({ offerNumber, lineId }: DecisionKey): string => `decide:${offerNumber}.${lineId ?? "all"}`;

/** ERP-3: whether the viewer may decide. Staff with the permission decide for the customer (ERP-5c). */
export function canDecide(state: AppState, offer: Offer): boolean {
  const self = me(state);
  if (offer.status !== "sent" || self === null) return false;
  return isOffersCustomer(state, offer) || (self.kind !== "customer" && hasPermission(self.roles, "offers.decide-for"));
}

const isDeciding = (state: AppState, offerNumber: number): boolean => sentOf(state, offerNumber) !== undefined;

const sentOf = ({ decisions }: AppState, offerNumber: number): Decision | undefined =>
  decisions.find((each) => each.offerNumber === offerNumber && each.phase === "sending");

const isUndoable = ({ phase }: Decision): boolean => phase === "undoable";

const undoableOf = ({ decisions }: AppState, key: DecisionKey): Decision | undefined =>
  decisions.find((each) => isOfLine(each, key) && isUndoable(each));

/** OFF-9i: one call for all lines, or one per line if an undone decision has left more lines open. */
function asCalls(asked: Decision, offer: Offer): readonly Decision[] {
  const waiting = { ...asked, phase: "waiting" } as const;
  const isMore = asked.lineId === null && openLines(offer).some(({ id }) => !asked.lineIds.includes(id));
  return isMore ? asked.lineIds.map((id) => ({ ...waiting, lineId: id, lineIds: [id] })) : [waiting];
}

const isWaitingOf = ({ phase, offerNumber, version }: Decision, number: number, of: number): boolean =>
  (phase === "waiting" || phase === "undoable") && offerNumber === number && version === of;

const asFailed = (decision: Decision, error: CallError): Decision =>
  decision.phase === "failed" ? decision : { ...decision, phase: "failed", error };

/** Sends the next waiting decision, dropping those that the offer already includes. */
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

export const offerHandlers: Handlers<keyof OffersEvents> = {
  ...comparedHandlers,
  ...decisionHandlers,

  // OFF-2: refetches a held offer only if its room names another version.
  "offers/asked": (state, { offerNumber }) => {
    const cached = cachedOffer(state, offerNumber);
    if (cached === undefined || cached.phase === "failed") return fetchOffer(state, offerNumber);
    const shown = state.offers.at(-1) === cached ? state : { ...state, offers: withNewest(state, cached) };
    return cached.phase === "ready" && versionToFetch(state, cached) !== null ? refetch(shown, cached) : changed(shown);
  },

  "offers/loaded": (state, { offer }) => takeOffer(state, offer),

  "offers/failed": (state, { offerNumber, error }, context) => {
    const held = heldOffer(state, offerNumber);
    // A held version stays after a failure, unless the server refuses the offer.
    const failed: CachedOffer =
      held && !isRefusal(error) ? { ...held, askedVersion: null } : { number: offerNumber, phase: "failed", error };
    return retryUnlessRefused(withCached(state, failed), failureKey(offerNumber), error, context);
  },

  "offers/view-toggled": (state, { isWide }) =>
    withView(state, isWide ? { isBesideWanted: !state.offerView.isBesideWanted } : { isSheetOpen: true }),
  "offers/sheet-closed": (state) => withView(state, { isSheetOpen: false, asked: null }),
  "offers/target-asked": (state, { offerNumber, target, isWide }) =>
    withView(state, { ...(isWide ? { isBesideWanted: true } : { isSheetOpen: true }), asked: { offerNumber, target } }),
  "offers/target-shown": (state) => withView(state, { asked: null }),
};

const withView = (state: AppState, change: Partial<OfferView>): Change =>
  changed({ ...state, offerView: { ...state.offerView, ...change } });

/** OFF-2: the open room's offer is refetched at once when its version changes; any other is refetched when next shown. */
export function followVersions(before: AppState, after: AppState): readonly Effect[] {
  if (before.rooms === after.rooms && before.offers === after.offers && before.decisions === after.decisions) return [];
  const offerNumber = openOfferNumber(after);
  const held = offerNumber === null ? null : heldOffer(after, offerNumber);
  if (!held || versionToFetch(after, held) === null) return [];
  if (isDeciding(after, held.number) || hasFailed(after, failureKey(held.number))) return [];
  return [{ type: "dispatch", event: { type: "offers/asked", offerNumber: held.number } }];
}

/** SYNC-8a: repeats failed requests for the last shown offer and for the version it is compared with. */
export function retryOffer(state: AppState, isDue: IsDue): Change {
  const newest = state.offers.at(-1);
  const isOpen = newest?.phase === "failed" || (newest?.phase === "ready" && versionToFetch(state, newest) !== null);
  const again = isOpen && newest && isDue(failureKey(newest.number)) ? fetchAgain(state, newest) : changed(state);
  return andThen(again, (next) => retryEarlier(next, isDue));
}

const fetchAgain = (state: AppState, cached: CachedOffer): Change =>
  cached.phase === "ready" ? refetch(state, cached) : fetchOffer(state, cached.number);

const fetchOffer = (state: AppState, offerNumber: number): Change =>
  changed({ ...state, offers: withNewest(state, { number: offerNumber, phase: "loading" }) }, [
    { type: "call-offer", offerNumber },
  ]);

function refetch(state: AppState, held: Extract<CachedOffer, { phase: "ready" }>): Change {
  const asked = withCached(state, { ...held, askedVersion: versionToFetch(state, held) });
  return changed(underWay(asked, failureKey(held.number)), [{ type: "call-offer", offerNumber: held.number }]);
}
