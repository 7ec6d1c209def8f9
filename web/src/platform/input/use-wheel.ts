import { type RefObject, useEffect, useEffectEvent } from "react";

const linePx = 33;

/** Handles the wheel, and prevents the page from scrolling or zooming; `down` is in px. */
export function useWheel(ref: RefObject<HTMLElement | null>, onWheel: (down: number, event: WheelEvent) => void): void {
  const take = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onWheel(event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * linePx, event);
  });
  // React's wheel listener is passive and cannot stop the page from zooming.
  useEffect(() => {
    const element = ref.current;
    const listener = (event: WheelEvent) => take(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, [ref]);
}
