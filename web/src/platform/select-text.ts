/** Selects an element's text, as a long press would, with the system's own handles and menu. `onEnd`: nothing of it is selected any more. */
export function selectText(element: Element, onEnd: () => void): void {
  const selection = getSelection();
  if (!selection) return;
  selection.selectAllChildren(element);
  const onChange = (): void => {
    if (!selection.isCollapsed && selection.containsNode(element, true)) return;
    document.removeEventListener("selectionchange", onChange);
    onEnd();
  };
  document.addEventListener("selectionchange", onChange);
}

/** Whether some text of an element is selected. */
export function hasSelection(element: Element): boolean {
  const selection = getSelection();
  return selection?.isCollapsed === false && selection.containsNode(element, true);
}
