import { retryUnlessRefused, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { isRefusal } from "../state/retries/may-pass.ts";
import type { AppState } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import {
  heldOffer,
  isOffersCustomer,
  type HeldOffer,
  roomOfOffer,
  withCached,
  withRoomOffer,
} from "../state/offers/cached-offers.ts";
import type { ComparedOffer, Offer, SeenPart, OfferLine } from "../state/offers/offers-shape.ts";
import { isSaid, withStates } from "../state/offers/decisions.ts";

export const comparedHandlers: Handlers<`offers/${"pane-opened" | "pane-closed" | "seen-version-known" | "earlier-loaded" | "earlier-failed" | "looked-at"}`> =
  {
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
      const whole = withCompared(state, { ...compared, seen: "whole" });
      return changed(whole, [{ type: "save-seen-version", offerNumber, version }]);
    },
  };

const comparedWith = ({ comparedOffer }: AppState, offerNumber: number): ComparedOffer | null =>
  comparedOffer?.offerNumber === offerNumber ? comparedOffer : null;

const withCompared = (state: AppState, comparedOffer: ComparedOffer): AppState => ({ ...state, comparedOffer });

export function marksOf(compared: ComparedOffer | null, offer: Offer, isCustomer: boolean): OfferMarks {
  const earlier = compared?.offerNumber === offer.number ? compared.earlier : null;
  return earlier === null || earlier === "none" ? noMarks : marksBetween(earlier, offer, isCustomer);
}

/** The parts that must be viewed before a version counts as seen; empty until the earlier version is known. */
export function unseenParts(compared: ComparedOffer | null, offer: Offer, marks: OfferMarks): readonly SeenPart[] {
  if (compared?.offerNumber !== offer.number || compared.seen === "whole" || isEarlierMissing(compared, offer))
    return [];
  const { seen } = compared;
  const foot: readonly SeenPart[] = isFootOther(marks, offer) ? ["foot"] : [];
  return (["head", ...foot, ...marks.lines.keys()] as const).filter((part) => !seen.includes(part));
}

const isEarlierMissing = ({ since, earlier }: ComparedOffer, { version }: Offer): boolean =>
  earlier === null && since !== null && since < version;

/** After the viewer's own change (`isOwn`), the rest of the new version does not count as news. */
function withNextCompared(state: AppState, before: Offer, { number, version }: Offer, isOwn: boolean): Change {
  const compared = comparedWith(state, number);
  if (!compared) return changed(state);
  const isSeen = compared.seen === "whole";
  if (isOwn && isSeen) return changed(state, [{ type: "save-seen-version", offerNumber: number, version }]);
  if (isSeen || compared.since === before.version)
    return changed(withCompared(state, { ...compared, since: before.version, earlier: before, seen: [] }));
  return withEarlier(withCompared(state, { ...compared, seen: isOwn ? compared.seen : [] }));
}

function withEarlier(state: AppState): Change {
  const { comparedOffer } = state;
  const offer = comparedOffer && heldOffer(state, comparedOffer.offerNumber)?.offer;
  if (!offer || comparedOffer.since === null || !isEarlierMissing(comparedOffer, offer)) return changed(state);
  const { offerNumber, since: version } = comparedOffer;
  return changed(underWay(state, earlierKey), [{ type: "call-earlier-offer", offerNumber, version }]);
}

export const retryEarlier = (state: AppState, isDue: IsDue): Change =>
  isDue(earlierKey) ? andThen(changed(state), withEarlier) : changed(state);

const earlierKey = "earlier-offer";

/** OFF-2: caches a fetched version unless a newer one is cached. `isOwn` is true if it comes from the viewer's own decision. */
export function takeOffer(state: AppState, offer: Offer, isOwn = false): Change {
  const held = heldOffer(state, offer.number);
  const isSetBack = !isOwn && isSetBackFrom(held, offer);
  const answered = withoutFailure(state, failureKey(offer.number));
  const known = withRoomOffer(answered, roomOfOffer(state, offer.number), offer, isSetBack);
  if (!held) return withEarlier(withTaken(known, offer));
  if (offer.version < held.offer.version && !isSetBack) return changed(withTaken(known, held.offer));
  const taken = withTaken(known, offer);
  return held.offer.version === offer.version ? changed(taken) : withNextCompared(taken, held.offer, offer, isOwn);
}

export const failureKey = (offerNumber: number): string => `offer.${offerNumber}`;

/** Whether the server's log was set back: its response is older than both the held and the requested version. */
const isSetBackFrom = (held: HeldOffer | null, answer: Offer): boolean =>
  held !== null && held.askedVersion !== null && answer.version < Math.max(held.askedVersion, held.offer.version);

/** Drops failed decisions that the offer now includes. */
function withTaken(state: AppState, offer: Offer): AppState {
  const taken = withCached(state, { number: offer.number, phase: "ready", offer, askedVersion: null });
  const decisions = taken.decisions.filter((each) => each.phase !== "failed" || !isSaid(each, offer));
  return decisions.length === taken.decisions.length ? taken : { ...taken, decisions };
}

/** How a line differs from the version last seen (OFF-8). */
export type LineMark =
  | { readonly kind: "new" | "removed" }
  | { readonly kind: "changed"; readonly was: Partial<OfferLine> };

interface OfferMarks {
  readonly lines: ReadonlyMap<number, LineMark>;
  readonly removed: readonly OfferLine[];
  readonly before: Offer | null;
}

const noMarks: OfferMarks = { lines: new Map(), removed: [], before: null };

/** A customer's own decisions, and the totals that these change, are not news to that customer. */
export function marksBetween(earlier: Offer, offer: Offer, isCustomer: boolean): OfferMarks {
  const decided = offer.lines.filter(({ status }) => status === "accepted" || status === "declined");
  const states = new Map(decided.map(({ id, status }) => [id, status]));
  const before = isCustomer ? withStates(earlier, states) : earlier;
  const linesBefore = new Map(before.lines.map((line) => [line.id, line]));
  const marks = offer.lines.flatMap((line) => {
    const mark = markOf(linesBefore.get(line.id), line);
    return mark ? [[line.id, mark] as const] : [];
  });
  const left = new Set(offer.lines.map(({ id }) => id));
  return { lines: new Map(marks), removed: before.lines.filter(({ id }) => !left.has(id)), before };
}

const markedFields = ["code", "brand", "name", "unitPrice", "quantity", "stock", "deliveryDays", "status"] as const;

function markOf(before: OfferLine | undefined, line: OfferLine): LineMark | null {
  if (!before) return { kind: "new" };
  const other = markedFields.filter((field) => before[field] !== line[field]);
  if (other.length === 0) return null;
  return { kind: "changed", was: Object.fromEntries(other.map((field) => [field, before[field]])) };
}

export const isFootOther = ({ before }: OfferMarks, { totals, validUntil }: Offer): boolean =>
  before !== null && (before.totals.gross !== totals.gross || before.validUntil !== validUntil);
