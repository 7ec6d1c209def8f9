/** Before what has the focus goes, the message that is shown gets it, else the list: nobody starts anew at the top of the page. */
export function handFocusOn(from: HTMLElement | null, seq: number | null): void {
  if (from?.matches(":focus-within") !== true) return;
  const room = from.closest("section");
  const shown = room?.querySelector<HTMLElement>(`article[data-seq="${seq}"]`);
  (shown ?? room?.querySelector<HTMLElement>("[data-scroller]"))?.focus({ preventScroll: true });
}
