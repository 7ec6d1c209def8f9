import { expect, test } from "vitest";
import { deeds } from "../conversation/message-list.tsx";
import { shortcuts } from "./shortcuts.tsx";
import { keyRows } from "./shortcuts-dialog.tsx";

const sources: Readonly<Record<string, string>> = import.meta.glob("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const signs: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  ContextMenu: "Menu",
};

const written = (chord: string): string =>
  chord
    .split("+")
    .map((key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join("+");

const shown = new Set<string>(keyRows.flatMap(({ keys }) => keys));

test("[LOOK-23] every key of the tables is in the dialog", () => {
  expect([...Object.keys(shortcuts), ...Object.keys(deeds)].map(written).filter((key) => !shown.has(key))).toEqual([]);
});

test("[LOOK-23] every key that the code compares with is in the dialog, except those of any button or field", () => {
  const compared = Object.entries(sources)
    .filter(([path]) => !path.includes(".test."))
    .flatMap(([, source]) => [...source.matchAll(/\bkey\s*[!=]==\s*"([^"]+)"/g)].map(([, key = ""]) => written(key)));
  const lastKeys = new Set([...shown].map((chord) => chord.split("+").at(-1)));
  expect(compared.length).toBeGreaterThan(10);
  expect(new Set(compared.filter((key) => !lastKeys.has(key)))).toEqual(new Set([" ", "Backspace"]));
});
