import { endBeginning, mayTakeFocus } from "./early-key.ts";

/** How many frames an element may take to be drawn. */
const framesMax = 120;

/**
 * Focuses an element, without scrolling, as soon as it is drawn: what is hidden until it was measured takes no focus. Then, or when
 * it has not been drawn for too long, `onDone` is called. Returns the way to give up.
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
  // By a script alone: whoever tabs through passes it by.
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  return () => cancelAnimationFrame(frame);
}
