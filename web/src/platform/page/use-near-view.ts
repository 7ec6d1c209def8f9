import { type RefObject, useEffect, useState, useEffectEvent } from "react";
import { systemClock } from "../clock.ts";

const nearPx = 400;

type Listener = (isNear: boolean) => void;

const observers = new WeakMap<Element, { observer: IntersectionObserver; listeners: Map<Element, Listener> }>();

/** Whether an element is in or near the visible part of its scroller (`data-scroller`). */
export function useNearView(ref: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    const { observer, listeners } = observerOf(element?.closest("[data-scroller]") ?? document.documentElement);
    if (!element) return;
    listeners.set(element, setIsNear);
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      listeners.delete(element);
    };
  }, [ref]);
  return isNear;
}

function observerOf(scroller: Element) {
  const known = observers.get(scroller);
  if (known) return known;
  const listeners = new Map<Element, Listener>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { root: scroller === document.documentElement ? null : scroller, rootMargin: `${nearPx}px 0px` },
  );
  const made = { observer, listeners };
  observers.set(scroller, made);
  return made;
}

/** Reports an element once it has stayed in view for `lengthMs` without a break while `isWatched`. */
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
