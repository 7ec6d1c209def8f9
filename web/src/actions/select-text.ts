/** Selects a message's text, as a long press would: from then on the system's own handles and menu, until nothing is selected. */
export function selectText(row: HTMLElement): void {
  const text = row.querySelector("[data-bubble] p");
  const selection = getSelection();
  if (!text || !selection) return;
  row.dataset["selecting"] = "";
  selection.selectAllChildren(text);
  const onChange = (): void => {
    if (!selection.isCollapsed && selection.containsNode(row, true)) return;
    delete row.dataset["selecting"];
    document.removeEventListener("selectionchange", onChange);
  };
  document.addEventListener("selectionchange", onChange);
}
