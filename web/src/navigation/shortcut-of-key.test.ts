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

test("[A11Y-1] Alt with the arrows moves between rooms, with Shift between unread ones", () => {
  expect(shortcutOfKey({ ...plain, key: "ArrowDown", altKey: true })).toBe("next-room");
  expect(shortcutOfKey({ ...plain, key: "ArrowUp", altKey: true, isWriting: true })).toBe("previous-room");
  expect(shortcutOfKey({ ...plain, key: "ArrowDown", altKey: true, shiftKey: true })).toBe("next-unread");
  expect(shortcutOfKey({ ...plain, key: "ArrowUp", altKey: true, shiftKey: true })).toBe("previous-unread");
  expect(shortcutOfKey({ ...plain, key: "ArrowDown" })).toBeNull();
});

test("[A11Y-1] a question mark asks for help, except where it is being written", () => {
  expect(shortcutOfKey({ ...plain, key: "?", shiftKey: true })).toBe("help");
  expect(shortcutOfKey({ ...plain, key: "?", shiftKey: true, isWriting: true })).toBeNull();
  expect(shortcutOfKey({ ...plain, key: "/", isCommand: true, isWriting: true })).toBe("help");
});

test("[ROOM-8] Ctrl+Z undoes, except where text is written, which has an undo of its own", () => {
  expect(shortcutOfKey({ ...plain, key: "z", isCommand: true })).toBe("undo");
  expect(shortcutOfKey({ ...plain, key: "z", isCommand: true, isWriting: true })).toBeNull();
  expect(shortcutOfKey({ ...plain, key: "z" })).toBeNull();
});

test("[A11Y-1] no key does anything while an input method composes", () => {
  expect(shortcutOfKey({ ...plain, key: "Escape" })).toBe("close-room");
  expect(shortcutOfKey({ ...plain, key: "Escape", isComposing: true })).toBeNull();
  expect(shortcutOfKey({ ...plain, key: "ArrowDown", altKey: true, isComposing: true })).toBeNull();
});
