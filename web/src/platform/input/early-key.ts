import { afterFrames } from "../page/page.ts";

declare global {
  interface Window {
    /** Since the document began (`public/theme.js`): no key, some, or that of the search too. Undefined once the page has gone on from there. */
    earlyKey?: "" | "key" | "search" | undefined;
  }
}

/** WEB-11: a page that has just begun takes the focus only where no key was pressed. */
export const mayTakeFocus = (): boolean => window.earlyKey === undefined || window.earlyKey === "";

export const wasSearchPressed = (): boolean => window.earlyKey === "search";

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

/** EMB-5c: until the person is in the frame the focus is the host's. A dialog that opens by itself is modal at once. */
export function focusNothingUntilEntered(): void {
  // oxlint-disable-next-line typescript/unbound-method -- both are called on their element below
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
