import { type RefObject, useEffect, useState } from "react";

/** This far beyond the view something counts as near it, px. */
const nearPx = 400;

type Listener = (isNear: boolean) => void;

/** One observer for each scroller: hundreds of pictures share it. */
const observers = new WeakMap<Element, { observer: IntersectionObserver; listeners: Map<Element, Listener> }>();

/** Whether an element stands in the view of its scroller (`data-scroller`) or near it. */
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
