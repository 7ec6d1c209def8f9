import { afterFrames } from "../page/after-frames.ts";

declare global {
  interface Window {
    /** Since the document began (`public/theme.js`): no key, some, or that of the search too. Undefined once the page has gone on from there. */
    earlyKey?: "" | "key" | "search" | undefined;
  }
}

/** WEB-11: a page that has just begun takes the focus only where no key was pressed. */
export const mayTakeFocus = (): boolean => window.earlyKey === undefined || window.earlyKey === "";

/** WEB-11 */
export const wasSearchPressed = (): boolean => window.earlyKey === "search";

/** The first focus was taken or left, or the person has gone elsewhere. */
export function endBeginning(): void {
  window.earlyKey = undefined;
}

/** Focuses what the page shows first, once it is seen: by then all keys from before have been told. Returns the way to give up. */
export function focusFirst(element: HTMLElement | null): (() => void) | undefined {
  if (window.earlyKey !== undefined) {
    return afterFrames(2, () => {
      if (mayTakeFocus()) element?.focus();
      endBeginning();
    });
  }
  element?.focus();
  return undefined;
}
