import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useBackToClose } from "../platform/input/use-back-to-close.ts";

const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** A `dialog` that is modal while mounted: back closes it (BACK-1), and the focus returns where it came from. */
export function useModal(
  onClose: () => void,
  focusFirst: (dialog: HTMLDialogElement) => void,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const focus = useEffectEvent(focusFirst);
  useBackToClose(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    focus(element);
    const leaveTopLayer = enterTopLayer(element);
    return () => {
      leaveTopLayer();
      // Closing returns the focus to the opener only while the dialog is still in the page, so not in an effect.
      element.close();
    };
  }, []);
  return dialog;
}

function enterTopLayer(dialog: HTMLElement): () => void {
  open.push(dialog);
  for (const listener of listeners) listener();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    for (const listener of listeners) listener();
  };
}

/** The topmost modal dialog, or null. */
export const useTopDialog = (): HTMLElement | null => useSyncExternalStore(subscribe, () => open.at(-1) ?? null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
