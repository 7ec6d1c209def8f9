import { isMedia, touchDevice } from "./use-media.ts";

/**
 * A ref, made once, of what may go while it has the focus: `to` finds what gets it then, so that nobody starts anew at the top of the
 * page. Fingers have no such place, and a field would open the keyboard.
 */
export const focusWhenGone =
  (to: (from: HTMLElement) => HTMLElement | null | undefined) => (from: HTMLElement | null) => () => {
    if (from?.matches(":focus-within") === true && !isMedia(touchDevice)) to(from)?.focus({ preventScroll: true });
  };
