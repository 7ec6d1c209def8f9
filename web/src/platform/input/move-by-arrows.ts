import type { KeyboardEvent } from "react";

/** A list's `onKeyDown`: arrows, Home and End move the focus among the selector's elements; in a field, only Down does. */
export const moveByArrows =
  (selector: string) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (isOthers(event) || !(event.target instanceof Element)) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
    const row = event.target.closest("li");
    const from = event.target.closest(selector) ?? row?.querySelector(selector);
    const at = items.findIndex((item) => item === from);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    const item = to === undefined ? undefined : items[to];
    if (!item) return;
    event.preventDefault();
    item.focus();
  };

const isOthers = ({ altKey, ctrlKey, metaKey, key, target }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || (target instanceof HTMLInputElement && key !== "ArrowDown");
