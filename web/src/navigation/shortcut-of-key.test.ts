import { expect, test } from "vitest";
import type { WindowKey } from "../platform/input/use-keys.ts";
import { shortcutOfKey } from "./shortcuts.tsx";

const plain: WindowKey = {
  key: "a",
  altKey: false,
  shiftKey: false,
  isCommand: false,
  isComposing: false,
  isWriting: false,
};

test("[A11Y-1] Alt with the arrows moves between rooms, and with Shift between unread ones", () => {
  expect(shortcutOfKey({ ...plain, key: "ArrowDown", altKey: true })).toBe("next-room");
  expect(shortcutOfKey({ ...plain, key: "ArrowUp", altKey: true, isWriting: true })).toBe("previous-room");
  expect(shortcutOfKey({ ...plain, key: "ArrowDown", altKey: true, shiftKey: true })).toBe("next-unread");
  expect(shortcutOfKey({ ...plain, key: "ArrowUp", altKey: true, shiftKey: true })).toBe("previous-unread");
  expect(shortcutOfKey({ ...plain, key: "ArrowDown" })).toBeNull();
});

test("[A11Y-1] a question mark opens help, except while writing", () => {
  expect(shortcutOfKey({ ...plain, key: "?", shiftKey: true })).toBe("help");
  expect(shortcutOfKey({ ...plain, key: "?", shiftKey: true, isWriting: true })).toBeNull();
  expect(shortcutOfKey({ ...plain, key: "/", isCommand: true, isWriting: true })).toBe("help");
});

test("[ROOM-8] Ctrl+Z undoes, except while writing, which has its own undo", () => {
  expect(shortcutOfKey({ ...plain, key: "z", isCommand: true })).toBe("undo");
  expect(shortcutOfKey({ ...plain, key: "z", isCommand: true, isWriting: true })).toBeNull();
  expect(shortcutOfKey({ ...plain, key: "z" })).toBeNull();
});

test("[A11Y-1] no shortcut works during IME composition", () => {
  expect(shortcutOfKey({ ...plain, key: "Escape" })).toBe("close-room");
  expect(shortcutOfKey({ ...plain, key: "Escape", isComposing: true })).toBeNull();
  expect(shortcutOfKey({ ...plain, key: "ArrowDown", altKey: true, isComposing: true })).toBeNull();
});
