import { type RefObject, useMemo, useRef, useState, useLayoutEffect } from "react";
import { parseTimestamp } from "../platform/clock.ts";
import { useIsDayOver } from "../platform/today.ts";
import { useLongInView } from "../platform/page/use-near-view.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { isOffersCustomer } from "../state/offers/cached-offers.ts";
import { marksOf, unseenParts } from "./compared-offer.ts";
import { canDecide } from "./offers-state.ts";
import type { Offer, SeenPart, OfferTarget, OfferLine } from "../state/offers/offers-shape.ts";
import { useShownMark } from "../platform/page/use-shown-mark.ts";

/** How long a change must be in view to count as seen, ms: as long as it takes to read a message (READ-2). */
const seenAfterMs = 2000;

export type MarkTone = "waiting" | "quiet";

export function useCanDecide(offer: Offer): boolean {
  const isOver = useIsDayOver(parseTimestamp(offer.validUntil));
  return useAppState((state) => canDecide(state, offer)) && !isOver;
}

export function useWaitsOnMe(offer: Offer): boolean {
  const isCustomer = useAppState((state) => isOffersCustomer(state, offer));
  return useCanDecide(offer) && isCustomer;
}

/** OFF-8: the changes, and which of them the viewer has not seen. */
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

export function useLookedAt<Kind extends HTMLElement>(
  { number, version }: Offer,
  part: SeenPart,
  isUnseen: boolean,
  given?: RefObject<Kind | null>,
): RefObject<Kind | null> {
  const own = useRef<Kind>(null);
  const ref = given ?? own;
  const dispatch = useDispatch();
  useLongInView(ref, { isWatched: isUnseen, lengthMs: seenAfterMs }, () =>
    dispatch({ type: "offers/looked-at", offerNumber: number, version, part }),
  );
  return ref;
}

/** OFF-5d: scrolls a pressed code's target into view, focuses it and marks it. */
export function useAskedInOffer<Kind extends HTMLElement>(offerNumber: number, target: OfferTarget) {
  const dispatch = useDispatch();
  const isAsked = useAppState(
    ({ offerView: { asked } }) => asked?.offerNumber === offerNumber && isSame(asked.target, target),
  );
  return useShownMark<Kind>(isAsked, (element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    dispatch({ type: "offers/target-shown" });
  });
}

const isSame = (a: OfferTarget, b: OfferTarget): boolean =>
  a.kind === "line" ? b.kind === "line" && a.id === b.id : a.kind === b.kind;

type Lines = readonly OfferLine[];

export function useSteadyLines({ lines }: Offer, removed: Lines): Lines {
  const [shown, setShown] = useState<Lines>(() => lines.toSorted(countedFirst));
  const next = steadyLines(shown, lines, removed);
  if (next.some((line, i) => line !== shown[i])) setShown(next);
  return next;
}

/** OFF-3c: keeps every line in its position, even after it is removed; new lines come last. */
export function steadyLines(shown: Lines, lines: Lines, removed: Lines): Lines {
  // A `Map` keeps the first position of an id and its last value.
  const byId = new Map([...shown, ...removed, ...shown, ...lines].map((line) => [line.id, line]));
  return [...byId.values()];
}

/** OFF-3c: accepted lines come first, then others that count towards the total, then the rest; within each, the order as entered. */
const rank = { accepted: 0, offered: 1, alternative: 2, declined: 3 } as const;
const countedFirst = (a: OfferLine, b: OfferLine): number => rank[a.status] - rank[b.status];

/** A press this soon after a change, in ms, was meant for the content before the change (OFF-9c). */
const tooSoonMs = 1000;

/** Whether a press came too soon after the lines on screen changed; decisions do not count as changes. */
export function useTooSoon(lines: readonly OfferLine[]): (pressedAt: number) => boolean {
  const now = JSON.stringify(lines.map(({ status: _decided, ...values }) => values));
  const known = useRef(now);
  const since = useRef(-tooSoonMs);
  useLayoutEffect(() => {
    if (known.current !== now) since.current = performance.now();
    known.current = now;
  }, [now]);
  return (pressedAt) => pressedAt - since.current < tooSoonMs;
}
