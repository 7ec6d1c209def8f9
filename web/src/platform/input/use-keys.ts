import { useEffect, useEffectEvent } from "react";
import { onWindow } from "../page/window-attention.ts";

export interface WindowKey extends Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "isComposing"> {
  readonly isWriting: boolean;
  readonly isCommand: boolean;
}

/**
 * Listens for keys on the window, except for a dialog's own keys other than undo in its toasts. `listener` returns whether it used the key; if a
 * listener with order `first` did, the others do not get the key.
 */
export function useWindowKeys(listener: (key: WindowKey) => boolean, order: "first" | "last" = "last"): void {
  const isFirst = order === "first";
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const { key, altKey, shiftKey, isComposing } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const isUndo = isCommand && key === "z";
    if (event.defaultPrevented || (!isUndo && hasOwnKeys(target))) return;
    const isWriting = target !== null && target.matches("input:not([type=radio]), textarea, [contenteditable]");
    if (!listener({ key, altKey, shiftKey, isCommand, isComposing, isWriting })) return;
    event.preventDefault();
    if (isFirst) event.stopPropagation();
  });
  useEffect(() => onWindow(["keydown"], (event) => onKey(event), isFirst), [isFirst]);
}

const hasOwnKeys = (target: Element | null): boolean =>
  (target?.closest("dialog, [role=menu]") ?? document.querySelector("dialog:modal")) !== null;

export function useEscape(listener: () => void): void {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === "Escape") listener();
  });
  useEffect(() => onWindow(["keydown"], (event) => onKey(event)), []);
}
