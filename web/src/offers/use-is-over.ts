import { parseTimestamp } from "../platform/clock.ts";
import { dayNumber, useToday } from "../platform/today.ts";
import { useAppState } from "../state/app-context.ts";
import { canDecide } from "./decisions-state.ts";
import type { Offer } from "./offers-shape.ts";

/** OFF-9f: whether the offer's last day is over; it is valid up to the end of it. */
export const useIsOver = ({ validUntil }: Pick<Offer, "validUntil">): boolean =>
  dayNumber(parseTimestamp(validUntil)) < dayNumber(useToday());

/** Whether the offer waits on the person who looks (OFF-8b). */
export function useWaitsOnMe(offer: Offer): boolean {
  const isOver = useIsOver(offer);
  return useAppState((state) => canDecide(state, offer)) && !isOver;
}
