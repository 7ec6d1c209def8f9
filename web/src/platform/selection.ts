/** Whether text inside an element is selected. */
export function hasSelectionIn(element: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
