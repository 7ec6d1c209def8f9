import { isMedia, touchDevice } from "../page/use-media.ts";

/** Moves the focus when the focused element is removed. Not on touch screens, where a field opens the keyboard. Make it once, outside the component. */
export const focusWhenGone =
  (to: (from: HTMLElement) => HTMLElement | null | undefined) => (from: HTMLElement | null) => () => {
    if (from?.matches(":focus-within") === true && !isMedia(touchDevice)) to(from)?.focus({ preventScroll: true });
  };
