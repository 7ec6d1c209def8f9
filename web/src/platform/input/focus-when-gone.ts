import { isMedia, touchDevice } from "../page/use-media.ts";

/**
 * Moves the focus when the focused element is removed, except on touch screens, where a field opens the keyboard. Create it once, outside
 * the component.
 */
export const focusWhenGone =
  (to: (from: HTMLElement) => HTMLElement | null | undefined) => (from: HTMLElement | null) => () => {
    if (from?.matches(":focus-within") === true && !isMedia(touchDevice)) to(from)?.focus({ preventScroll: true });
  };
