/** Selects an element's text as a long press would, with the system's handles and menu. Calls `onEnd` once the selection has left it. */
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

/** Whether part of an element's text is selected. A triple click also reaches the start of the next paragraph, which does not count. */
export function hasSelection(element: Element): boolean {
  const selection = getSelection();
  if (selection?.isCollapsed !== false || !selection.containsNode(element, true)) return false;
  const [selected, part] = [selection.getRangeAt(0), document.createRange()];
  part.selectNodeContents(element);
  if (part.compareBoundaryPoints(Range.START_TO_START, selected) < 0)
    part.setStart(selected.startContainer, selected.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, selected) > 0)
    part.setEnd(selected.endContainer, selected.endOffset);
  return part.toString() !== "";
}
