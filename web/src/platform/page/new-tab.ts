/** A tab that was opened by a press, before it is known what it will show. */
export interface NewTab {
  readonly goTo: (address: string) => void;
  readonly close: () => void;
}

/** Opens an empty tab; must be called by a press itself, and answers null where the browser forbids it. */
export function openTab(): NewTab | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  tab.opener = null;
  return {
    goTo: (address) => tab.location.replace(address),
    close: () => tab.close(),
  };
}
