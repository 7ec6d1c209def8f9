import type { AppState } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";
import { heldOffer, type HeldOffer, roomOfOffer, withCached, withRoomOffer } from "../state/offers/cached-offers.ts";
import { withEarlier, withNextCompared } from "./compared-offer.ts";
import { isSaid } from "../state/offers/decisions.ts";
import { withoutFailure } from "../state/retries/retries-state.ts";
import type { Offer } from "../state/offers/offers-shape.ts";

/**
 * An offer as the server answered it, by whichever call: a version takes the place of an older one alone (OFF-2). `isOwn` says that
 * the person's own decision made it.
 */
export function takeOffer(state: AppState, offer: Offer, isOwn = false): Change {
  const held = heldOffer(state, offer.number);
  const isSetBack = !isOwn && isSetBackFrom(held, offer);
  // SYNC-8a: whichever call brought it, a request that failed before is made up for.
  const answered = withoutFailure(state, failureKey(offer.number));
  const known = withRoomOffer(answered, roomOfOffer(state, offer.number), offer, isSetBack);
  if (!held) return withEarlier(withTaken(known, offer));
  if (isBefore(offer, held.offer.version) && !isSetBack) return changed(withTaken(known, held.offer));
  const taken = withTaken(known, offer);
  return held.offer.version === offer.version ? changed(taken) : withNextCompared(taken, held.offer, offer, isOwn);
}

/** The key of a failure to load an offer. */
export const failureKey = (offerNumber: number): string => `offer.${offerNumber}`;

const isBefore = ({ version }: Offer, other: number): boolean => version < other;

/** Whether an answer is of a log that was set back: it was asked because of another version, and is older than both. */
const isSetBackFrom = (held: HeldOffer | null, answer: Offer): boolean =>
  held !== null && held.askedVersion !== null && isBefore(answer, Math.max(held.askedVersion, held.offer.version));

/** An answer replaces its request, and ends what was told of decisions that it says by now. */
function withTaken(state: AppState, offer: Offer): AppState {
  const taken = withCached(state, { number: offer.number, phase: "ready", offer, askedVersion: null });
  const decisions = taken.decisions.filter((each) => each.phase !== "failed" || !isSaid(each, offer));
  return decisions.length === taken.decisions.length ? taken : { ...taken, decisions };
}
