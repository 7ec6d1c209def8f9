import { retryUnlessRefused, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { isRefusal } from "../state/retries/may-pass.ts";
import type { AppState } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import { heldOffer, isOffersCustomer } from "../state/offers/cached-offers.ts";
import { isFootOther, marksBetween, noMarks, type OfferMarks } from "./offer-marks.ts";
import type { ComparedOffer, Offer, SeenPart } from "../state/offers/offers-shape.ts";

/** OFF-8: what has changed in the pane since the person saw the offer last. */
export const comparedHandlers: Handlers<
  | "offers/pane-opened"
  | "offers/pane-closed"
  | "offers/seen-version-known"
  | "offers/earlier-loaded"
  | "offers/earlier-failed"
  | "offers/looked-at"
> = {
  "offers/pane-opened": (state, { offerNumber }) => changed(state, [{ type: "find-seen-version", offerNumber }]),

  "offers/pane-closed": (state, { offerNumber }) =>
    changed({
      ...state,
      comparedOffer: comparedWith(state, offerNumber) ? null : state.comparedOffer,
      decisions: state.decisions.filter((each) => each.offerNumber !== offerNumber || each.phase !== "failed"),
    }),

  "offers/seen-version-known": (state, { offerNumber, since }) =>
    withEarlier(withCompared(state, { offerNumber, since, earlier: null, seen: [] })),

  "offers/earlier-loaded": (state, { offer }) => {
    const known = withoutFailure(state, earlierKey);
    const compared = comparedWith(known, offer.number);
    return changed(compared?.since === offer.version ? withCompared(known, { ...compared, earlier: offer }) : known);
  },

  "offers/earlier-failed": (state, { offerNumber, version, error }, context) => {
    const compared = comparedWith(state, offerNumber);
    if (compared?.since !== version) return changed(state);
    const without = isRefusal(error) ? withCompared(state, { ...compared, earlier: "none" }) : state;
    return retryUnlessRefused(without, earlierKey, error, context);
  },

  "offers/looked-at": (state, { offerNumber, version, part }) => {
    const compared = comparedWith(state, offerNumber);
    const offer = heldOffer(state, offerNumber)?.offer;
    if (!compared || compared.seen === "whole" || offer?.version !== version) return changed(state);
    const seen = [...new Set([...compared.seen, part])];
    const looked: ComparedOffer = { ...compared, seen };
    const marks = marksOf(compared, offer, isOffersCustomer(state, offer));
    if (isEarlierMissing(compared, offer) || unseenParts(looked, offer, marks).length > 0)
      return changed(withCompared(state, looked));
    return changed(withCompared(state, { ...compared, seen: "whole" }), [
      { type: "save-seen-version", offerNumber, version },
    ]);
  },
};

const comparedWith = ({ comparedOffer }: AppState, offerNumber: number): ComparedOffer | null =>
  comparedOffer?.offerNumber === offerNumber ? comparedOffer : null;

const withCompared = (state: AppState, comparedOffer: ComparedOffer): AppState => ({ ...state, comparedOffer });

/** The marks of an offer that is compared. */
export function marksOf(compared: ComparedOffer | null, offer: Offer, isCustomer: boolean): OfferMarks {
  const earlier = compared?.offerNumber === offer.number ? compared.earlier : null;
  return earlier === null || earlier === "none" ? noMarks : marksBetween(earlier, offer, isCustomer);
}

/** What has to be looked at until a version is seen; nothing while it is not known what has changed. */
export function unseenParts(compared: ComparedOffer | null, offer: Offer, marks: OfferMarks): readonly SeenPart[] {
  if (compared?.offerNumber !== offer.number || compared.seen === "whole" || isEarlierMissing(compared, offer))
    return [];
  const { seen } = compared;
  const parts: readonly SeenPart[] = [
    "head",
    ...(isFootOther(marks, offer) ? (["foot"] as const) : []),
    ...marks.lines.keys(),
  ];
  return parts.filter((part) => !seen.includes(part));
}

const isEarlierMissing = ({ since, earlier }: ComparedOffer, { version }: Offer): boolean =>
  earlier === null && since !== null && since < version;

/** Another version takes the place of the one in the pane. After what the person did themselves nothing else is news. */
export function withNextCompared(state: AppState, before: Offer, { number, version }: Offer, isOwn: boolean): Change {
  const compared = comparedWith(state, number);
  if (!compared) return changed(state);
  const isSeen = compared.seen === "whole";
  if (isOwn && isSeen) return changed(state, [{ type: "save-seen-version", offerNumber: number, version }]);
  if (isSeen || compared.since === before.version)
    return changed(withCompared(state, { ...compared, since: before.version, earlier: before, seen: [] }));
  return withEarlier(withCompared(state, { ...compared, seen: isOwn ? compared.seen : [] }));
}

/** Fetches the version that was seen last, where the offer in the pane is another one. */
export function withEarlier(state: AppState): Change {
  const { comparedOffer } = state;
  const offer = comparedOffer && heldOffer(state, comparedOffer.offerNumber)?.offer;
  if (!offer || comparedOffer.since === null || !isEarlierMissing(comparedOffer, offer)) return changed(state);
  return changed(underWay(state, earlierKey), [
    { type: "call-earlier-offer", offerNumber: offer.number, version: comparedOffer.since },
  ]);
}

/** SYNC-8a: requests it again, where that failed. */
export const retryEarlier = (state: AppState, isDue: IsDue): Change =>
  isDue(earlierKey) ? andThen(changed(state), withEarlier) : changed(state);

/** There is one offer in the pane. */
const earlierKey = "earlier-offer";
