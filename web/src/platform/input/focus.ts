import { endBeginning, mayTakeFocus } from "./early-key.ts";
import { isMedia, touchDevice } from "../page/use-media.ts";

/**
 * Moves the focus when the focused element is removed, except on touch screens, where focusing a field opens the keyboard. Create it once, outside
 * the component.
 */
export const focusWhenGone =
  (to: (from: HTMLElement) => HTMLElement | null | undefined) => (from: HTMLElement | null) => () => {
    if (from?.matches(":focus-within") === true && !isMedia(touchDevice)) to(from)?.focus({ preventScroll: true });
  };

/** For a button that its row may take away: moves the focus to the next row, or else to the previous one. */
export const focusNextRow = focusWhenGone((from) => {
  const { nextElementSibling: next, previousElementSibling: last } = from.closest("li") ?? from;
  return (next ?? last ?? from.closest("dialog"))?.querySelector("button");
});

const framesMax = 120;

/**
 * Focuses an element, retrying for some frames, since elements hidden for measuring cannot take the focus yet; then calls `onDone`. Returns a
 * function that cancels this.
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
