import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { plantTree } from "./planted-tree.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

describe("lint rules", () => {
  /** The names of the lint rules that `files` break. */
  function lint(files: Readonly<Record<string, string>>): string[] {
    const root = plantTree({
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "jsx": "react-jsx" } }',
      ...files,
    });
    copyFileSync(path.join(ROOT, ".oxlintrc.json"), path.join(root, ".oxlintrc.json"));
    symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
    const { stdout } = spawnSync(path.join(ROOT, "node_modules/.bin/oxlint"), ["-f", "unix"], {
      cwd: root,
      encoding: "utf8",
    });
    return [...stdout.matchAll(/\(([a-z-]+)\)\]$/gm)].map((match) => match[1] ?? "");
  }

  it.each([
    [
      "D3",
      "chance in rules",
      "server/src/rooms/rules.ts",
      "export const a = () => Math.random();",
      "no-restricted-properties",
    ],
    [
      "D3",
      "a call in a transition",
      "web/src/rooms/rooms-state.ts",
      'export const a = () => fetch("/");',
      "no-restricted-globals",
    ],
    [
      "D8",
      "the environment outside config.ts",
      "server/src/rooms/a.ts",
      'export const a = process.env["PORT"];',
      "no-process-env",
    ],
    [
      "D8",
      "the time outside clock.ts",
      "server/src/rooms/a.ts",
      "export const a = () => Date.now();",
      "no-restricted-globals",
    ],
    [
      "D8",
      "a timer outside clock.ts",
      "server/src/rooms/a.ts",
      "export const a = () => setTimeout(a, 1);",
      "no-restricted-globals",
    ],
    [
      "D8",
      "a timer by import",
      "server/src/rooms/a.ts",
      'export { setTimeout } from "node:timers";',
      "no-restricted-imports",
    ],
    [
      "D8",
      "the browser outside platform/",
      "web/src/rooms/a.ts",
      "export const a = () => document.title;",
      "no-restricted-globals",
    ],
    [
      "D8",
      "time in platform/ outside its clock",
      "web/src/platform/a.ts",
      "export const a = () => Date.now();",
      "no-restricted-globals",
    ],
    ["D11", "a default export", "server/src/rooms/a.ts", "const a = 1; export default a;", "no-default-export"],
    ["D11", "a name that is not kebab-case", "server/src/rooms/roomList.ts", "export const a = 1;", "filename-case"],
  ])("%s reports %s", (_rule, _what, file, text, lintRule) => {
    expect(lint({ [file]: `${text}\n` })).toEqual([lintRule]);
  });

  it("D8 allows the time in clock.ts, the environment in config.ts and the browser in platform/", () => {
    const files = {
      "server/src/kernel/clock.ts": "export const now = () => Date.now();\n",
      "server/src/settings/config.ts": 'export const port = process.env["PORT"];\n',
      "web/src/platform/title.ts": "export const title = () => document.title;\n",
    };
    expect(lint(files)).toEqual([]);
  });

  it.each([
    [
      "an unfinished switch",
      'export const a = (b: "x" | "y") => { switch (b) { case "x": return 1; } return 2; };',
      "switch-exhaustiveness-check",
    ],
    [
      "a promise nobody waits for",
      "const b = async () => {}; export const a = () => { b(); };",
      "no-floating-promises",
    ],
    ["any", "export const a = (b: any) => b;", "no-explicit-any"],
    ["an empty catch", "export const a = (b: () => void) => { try { b(); } catch {} };", "no-empty"],
    [
      "a file of 251 lines",
      Array.from({ length: 251 }, (_, at) => `export const a${at} = ${at};`).join("\n"),
      "max-lines",
    ],
    [
      "a function of 61 lines",
      `export function a() {\n${"  console;\n".repeat(60).replaceAll("console;", "a.length;")}}`,
      "max-lines-per-function",
    ],
  ])("reports %s", (_what, text, lintRule) => {
    expect(lint({ "server/src/rooms/a.ts": `${text}\n` })).toContain(lintRule);
  });

  it.each(["mock", "doMock"])("reports vi.%s, in tests as well", (method) => {
    const text = `import { expect, test, vi } from "vitest";
vi.${method}("./b.ts", () => ({}));
test("a", () => {
  expect(1).toBe(1);
});
`;
    expect(lint({ "web/src/rooms/a.test.ts": text })).toEqual(["no-restricted-vi-methods"]);
  });
});
