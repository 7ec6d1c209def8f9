/**
 * Before what has the focus goes, the composer gets it, or the message with this `seq`; where neither is there the list: nobody
 * starts anew at the top of the page.
 */
export function handFocusOn(from: HTMLElement | null, to: number | "composer" | null): void {
  if (from?.matches(":focus-within") !== true) return;
  const room = from.closest("section");
  const target = room?.querySelector<HTMLElement>(to === "composer" ? "textarea" : `article[data-seq="${to}"]`);
  (target ?? room?.querySelector<HTMLElement>("[data-scroller]"))?.focus({ preventScroll: true });
}
