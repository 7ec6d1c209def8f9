import { isMedia, touchDevice } from "../page/use-media.ts";

/**
 * A ref that moves the focus to `to(element)` when the focused element is removed; else keyboard users start again at the top of the
 * page. Does nothing on touch screens, where focusing a field opens the keyboard. Make it once, outside the component.
 */
export const focusWhenGone =
  (to: (from: HTMLElement) => HTMLElement | null | undefined) => (from: HTMLElement | null) => () => {
    if (from?.matches(":focus-within") === true && !isMedia(touchDevice)) to(from)?.focus({ preventScroll: true });
  };
