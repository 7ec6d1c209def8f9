import { type RefObject, useMemo, useRef } from "react";
import { parseTimestamp } from "../platform/clock.ts";
import { useIsDayOver } from "../platform/today.ts";
import { useLongInView } from "../platform/page/use-near-view.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { isOffersCustomer } from "../state/offers/cached-offers.ts";
import { marksOf, unseenParts } from "./compared-offer.ts";
import { canDecide } from "./decisions-state.ts";
import type { Offer, SeenPart } from "../state/offers/offers-shape.ts";

/** How long a change is in view before it is seen, as messages are read (READ-2), ms. */
const seenAfterMs = 2000;

/** Whether a change waits on the person who looks. */
export type MarkTone = "waiting" | "quiet";

/** Whether the person who looks may decide of the offer's lines (OFF-9). */
export function useCanDecide(offer: Offer): boolean {
  const isOver = useIsDayOver(parseTimestamp(offer.validUntil));
  return useAppState((state) => canDecide(state, offer)) && !isOver;
}

/** Whether the offer waits on the person who looks, its customer (OFF-8b). */
export function useWaitsOnMe(offer: Offer): boolean {
  const isCustomer = useAppState((state) => isOffersCustomer(state, offer));
  return useCanDecide(offer) && isCustomer;
}

/** OFF-8: what has changed of the offer in the pane, and what of it nobody has seen who looks now. */
export function useOfferMarks(offer: Offer) {
  const compared = useAppState(({ comparedOffer }) => comparedOffer);
  const isCustomer = useAppState((state) => isOffersCustomer(state, offer));
  const isLooking = useAppState(({ attention }) => attention.isVisible && attention.isFocused);
  const tone: MarkTone = useWaitsOnMe(offer) ? "waiting" : "quiet";
  const marks = useMemo(() => marksOf(compared, offer, isCustomer), [compared, offer, isCustomer]);
  const unseen = useMemo(
    () => new Set<SeenPart>(isLooking ? unseenParts(compared, offer, marks) : []),
    [isLooking, compared, offer, marks],
  );
  return { marks, unseen, tone };
}

/** The part of the offer is seen once its element was in view for long enough. */
export function useLookedAt<Kind extends HTMLElement>(
  { number, version }: Offer,
  part: SeenPart,
  isUnseen: boolean,
  given?: RefObject<Kind | null>,
): RefObject<Kind | null> {
  const own = useRef<Kind>(null);
  const ref = given ?? own;
  const { noteLookedAt } = useCommands();
  useLongInView(ref, { isWatched: isUnseen, lengthMs: seenAfterMs }, () => noteLookedAt(number, version, part));
  return ref;
}
