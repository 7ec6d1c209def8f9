import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useMoment } from "./use-moment.ts";
import { endBeginning, mayTakeFocus } from "../input/early-key.ts";

const markedMs = 2000;

export function useShownMark<Kind extends HTMLElement>(
  isAsked: boolean,
  onShown: (element: Kind) => void,
): { readonly ref: RefObject<Kind | null>; readonly isMarked: boolean } {
  const ref = useRef<Kind>(null);
  const [isMarked, mark] = useMoment(markedMs);
  const show = useEffectEvent((element: Kind) => {
    mark();
    onShown(element);
  });
  useEffect(() => {
    const element = ref.current;
    return isAsked && element ? focusWhenDrawn(element, () => show(element)) : undefined;
  }, [isAsked]);
  return { ref, isMarked };
}

const framesMax = 120;

/**
 * Elements hidden for measuring cannot take the focus yet, so this retries for some frames. Then calls `onDone`; returns a cancel function.
 */
export function focusWhenDrawn(element: HTMLElement, onDone: () => void): () => void {
  let framesLeft = framesMax;
  let frame = requestAnimationFrame(attempt);
  function attempt(): void {
    framesLeft -= 1;
    const isOurs = mayTakeFocus();
    if (isOurs) element.focus({ preventScroll: true });
    if (isOurs && document.activeElement !== element && framesLeft > 0) {
      frame = requestAnimationFrame(attempt);
      return;
    }
    endBeginning();
    onDone();
  }
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  return () => cancelAnimationFrame(frame);
}
