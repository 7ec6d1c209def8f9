import { type RefObject, useEffect, useEffectEvent } from "react";

/** About how high a line is, for wheels that count in lines, px. */
const linePx = 33;

/** Takes an element's wheel, which else would scroll or zoom the page; `down` is in px. */
export function useWheel(ref: RefObject<HTMLElement | null>, onWheel: (down: number, event: WheelEvent) => void): void {
  const take = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onWheel(event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * linePx, event);
  });
  // React's own wheel listener cannot keep the page from zooming.
  useEffect(() => {
    const element = ref.current;
    const listener = (event: WheelEvent) => take(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, [ref]);
}
