/** What a key asks for, wherever the focus is. */
export type Shortcut = "next-room" | "previous-room" | "next-unread" | "previous-unread" | "help" | "close-room";

/** What is known of a pressed key. `isWriting`: the focus is where text goes. */
export interface PressedKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly isCommand: boolean;
  readonly isComposing: boolean;
  readonly isWriting: boolean;
}

const shortcuts: Readonly<Record<string, Shortcut>> = {
  "Alt+ArrowDown": "next-room",
  "Alt+ArrowUp": "previous-room",
  "Alt+Shift+ArrowDown": "next-unread",
  "Alt+Shift+ArrowUp": "previous-unread",
  "Ctrl+/": "help",
  Escape: "close-room",
};

/** The shortcut of a key, or null. Never while an input method composes a letter. */
export function shortcutOfKey(pressed: PressedKey): Shortcut | null {
  if (pressed.isComposing) return null;
  const { isCommand } = pressed;
  if (pressed.key === "?" && !isCommand && !pressed.altKey) return pressed.isWriting ? null : "help";
  const parts = [isCommand && "Ctrl", pressed.altKey && "Alt", pressed.shiftKey && "Shift", pressed.key];
  return shortcuts[parts.filter(Boolean).join("+")] ?? null;
}
