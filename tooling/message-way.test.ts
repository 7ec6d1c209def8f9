import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sendingStationsMax = 8;

const fromRoot = (file: string): URL => new URL(`../${file}`, import.meta.url);

const page = readFileSync(fromRoot("docs/architecture.md"), "utf8");
const section = /## A message's way\n[^]*?(?=\n## )/.exec(page)?.[0] ?? "";

const rowsOf = (letter: "S" | "R"): string[] =>
  section.split("\n").filter((line) => new RegExp(`^\\| ${letter}\\d+ \\|`).test(line));

const stationsIn = (row: string): { file: string; name: string }[] =>
  [...row.matchAll(/`([\w/.-]+\.tsx?)` `(\w+)`/g)].map(([, file = "", name = ""]) => ({ file, name }));

/** Whether a text declares a name, as a function, constant, class, method or property. */
const declares = (text: string, name: string): boolean =>
  new RegExp(`\\b(?:function|const|class) ${name}\\b|^ *(?:async )?${name}(?:: \\(|\\(.*\\{$)`, "m").test(text);

test.each(["S", "R"] as const)("every step %s of a message in a browser is in the code under its name", (letter) => {
  const rows = rowsOf(letter);
  expect(rows.map((row) => row.split(" ")[1])).toEqual(rows.map((_row, at) => `${letter}${at + 1}`));
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.filter((row) => stationsIn(row).length === 0)).toEqual([]);
  const missing = rows.flatMap(stationsIn).filter(({ file, name }) => {
    const source = fromRoot(`web/src/${file}`);
    return !existsSync(source) || !declares(readFileSync(source, "utf8"), name);
  });
  expect(missing).toEqual([]);
});

test("a message has few steps from the key to the request", () => {
  expect(rowsOf("S").length).toBeLessThanOrEqual(sendingStationsMax);
});

test("a name that a text uses without declaring it does not count", () => {
  const text =
    "export function open() {}\nconst shut = 1;\nclass A {\n  close(): void {\n  }\n}\n({\n  lock: (a) => a,\n});\nuse(other);";
  const names = ["open", "shut", "A", "close", "lock", "use", "other", "void"];
  expect(names.filter((name) => declares(text, name))).toEqual(["open", "shut", "A", "close", "lock"]);
});
