import { useLayoutEffect, useRef } from "react";
import type { OfferLine } from "../state/offers/offers-shape.ts";

/** A press so soon after a change was made of what stood there before (OFF-9c), ms. */
const tooSoonMs = 1000;

/** Whether a press at a time of the page comes too soon after the lines have changed on screen; what is decided is no change. */
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
