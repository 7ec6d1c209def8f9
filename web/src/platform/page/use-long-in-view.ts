import { type RefObject, useEffect, useEffectEvent } from "react";
import { systemClock } from "../clock.ts";

/** Reports an element that stands in view for `lengthMs` without a break, while it is watched. */
export function useLongInView(
  ref: RefObject<Element | null>,
  { isWatched, lengthMs }: { readonly isWatched: boolean; readonly lengthMs: number },
  onLong: () => void,
): void {
  const report = useEffectEvent(onLong);
  useEffect(() => {
    const element = ref.current;
    if (!isWatched || !element) return;
    let cancel = () => {};
    const observer = new IntersectionObserver(
      (entries) => {
        cancel();
        if (entries.at(-1)?.isIntersecting === true) cancel = systemClock.later(lengthMs, () => report());
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [ref, isWatched, lengthMs]);
}
