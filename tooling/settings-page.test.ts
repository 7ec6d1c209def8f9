import { expect, test } from "vitest";
import { oneOf, text, wholeNumber } from "../server/src/settings/settings.ts";
import { plantTree } from "./planted-tree.ts";
import { checkSettingsPage, writeSettingsPage } from "./settings-page.mjs";

const settings = [
  { name: "PORT", kind: wholeNumber(0, 65_535, 8080), meaning: "Port." },
  { name: "LIMITS", kind: oneOf(["on", "off"], "on"), meaning: "Limits." },
  { name: "AUDIT_DAYS", kind: wholeNumber(1, 9, null, "days"), meaning: "Kept." },
  { name: "WORD", kind: text("a|b", null), meaning: "Word." },
];

test("the settings page has a row for each setting, by name", () => {
  const rows = writeSettingsPage(settings)
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(rows).toEqual([
    "| `AUDIT_DAYS` | unset | 1 to 9 days | Kept. |",
    "| `LIMITS` | `on` | on, off | Limits. |",
    "| `PORT` | `8080` | 0 to 65535 | Port. |",
    String.raw`| ${"`WORD`"} | unset | a\|b | Word. |`,
  ]);
});

test("a settings page that is missing or stale is reported", () => {
  const stale = ["docs/settings.md is stale: run npm run settings"];
  expect(checkSettingsPage(plantTree({}), settings)).toEqual(stale);
  expect(checkSettingsPage(plantTree({ "docs/settings.md": writeSettingsPage([]) }), settings)).toEqual(stale);
  expect(checkSettingsPage(plantTree({ "docs/settings.md": writeSettingsPage(settings) }), settings)).toEqual([]);
});
