/** What a key asks for, wherever the focus is. */
export type Shortcut =
  | "next-room"
  | "previous-room"
  | "next-unread"
  | "previous-unread"
  | "help"
  | "search"
  | "close-room"
  | "undo";

/** A pressed key. `isWriting`: the focus is in a text field. */
export interface PressedKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly isCommand: boolean;
  readonly isComposing: boolean;
  readonly isWriting: boolean;
}

export const shortcuts: Readonly<Record<string, Shortcut>> = {
  "Alt+ArrowDown": "next-room",
  "Alt+ArrowUp": "previous-room",
  "Alt+Shift+ArrowDown": "next-unread",
  "Alt+Shift+ArrowUp": "previous-unread",
  "?": "help",
  "Ctrl+/": "help",
  "Ctrl+k": "search",
  "Ctrl+z": "undo",
  Escape: "close-room",
};

/** Keys that mean something else in a text field. */
const writersOwn: readonly string[] = ["?", "Ctrl+z"];

/** The shortcut of a key, or null. None while an input method composes a letter. */
export function shortcutOfKey(pressed: PressedKey): Shortcut | null {
  const chord = chordOf(pressed);
  if (pressed.isComposing || (pressed.isWriting && writersOwn.includes(chord))) return null;
  return shortcuts[chord] ?? null;
}

/** The pressed keys, as in the table. How a keyboard types its question mark does not matter. */
function chordOf({ key, isCommand, altKey, shiftKey }: PressedKey): string {
  const parts = [isCommand && "Ctrl", altKey && "Alt", shiftKey && key !== "?" && "Shift", key];
  return parts.filter(Boolean).join("+");
}
