import { useState } from "react";
import type { Offer, OfferLine } from "../state/offers/offers-shape.ts";

type Lines = readonly OfferLine[];

/** The lines of an offer as they stand in the pane, with those that have left. */
export function useSteadyLines({ lines }: Offer, removed: Lines): Lines {
  const [shown, setShown] = useState<Lines>(() => lines.toSorted(countedFirst));
  const next = steadyLines(shown, lines, removed);
  if (next.some((line, i) => line !== shown[i])) setShown(next);
  return next;
}

/** OFF-3c: nothing moves under a press or an eye: a line stays where it is shown, also once it has left, and others come last. */
export function steadyLines(shown: Lines, lines: Lines, removed: Lines): Lines {
  // The first of an id has its place, and the last its values.
  const byId = new Map([...shown, ...removed, ...shown, ...lines].map((line) => [line.id, line]));
  return [...byId.values()];
}

/** What was accepted first, then what else counts, then what does not (OFF-3c); otherwise as they were entered. */
const rank = { accepted: 0, offered: 1, alternative: 2, declined: 3 } as const;
const countedFirst = (a: OfferLine, b: OfferLine): number => rank[a.status] - rank[b.status];
