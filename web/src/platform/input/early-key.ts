import { afterFrames } from "../page/page.ts";

declare global {
  interface Window {
    /** The kind of key pressed so far (`public/theme.js`): none, any key, or the search shortcut. Undefined once startup is over. */
    earlyKey?: "" | "key" | "search" | undefined;
  }
}

/** WEB-11: a starting page takes the focus only if no key was pressed. */
export const mayTakeFocus = (): boolean => window.earlyKey === undefined || window.earlyKey === "";

export const wasSearchPressed = (): boolean => window.earlyKey === "search";

export function endBeginning(): void {
  window.earlyKey = undefined;
}

/** Focuses the first element once it has been painted and all earlier key events have arrived. Returns a function that cancels this. */
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

/**
 * EMB-5c: leaves the focus with the host until the person enters the frame. A dialog that opens by itself becomes modal at once, but does not take
 * the focus.
 */
export function focusNothingUntilEntered(): void {
  // oxlint-disable-next-line typescript/unbound-method -- both are called on an element below
  const [{ focus }, { showModal }] = [HTMLElement.prototype, HTMLDialogElement.prototype];
  HTMLElement.prototype.focus = function focusWhenEntered(...options) {
    if (document.hasFocus()) focus.apply(this, options);
  };
  HTMLDialogElement.prototype.showModal = function showWithoutFocus() {
    this.inert = !document.hasFocus();
    showModal.call(this);
    this.inert = false;
  };
}
