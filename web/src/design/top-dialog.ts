import { useSyncExternalStore } from "react";

const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Says that a modal dialog is open, above those before it; what it returns says that it is not any more. */
export function enterTopLayer(dialog: HTMLElement): () => void {
  open.push(dialog);
  for (const listener of listeners) listener();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    for (const listener of listeners) listener();
  };
}

/** The modal dialog that is above everything, or null. */
export const useTopDialog = (): HTMLElement | null => useSyncExternalStore(subscribe, () => open.at(-1) ?? null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
