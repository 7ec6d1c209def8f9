import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { plantTree } from "./planted-tree.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

interface Violation {
  readonly file: string;
  readonly text: string;
  readonly lintRule: string;
}

const inLayers: readonly (Violation & { readonly rule: string; readonly what: string })[] = [
  {
    rule: "D3",
    what: "chance in rules",
    file: "server/src/rooms/rules.ts",
    text: "export const a = () => Math.random();",
    lintRule: "no-restricted-properties",
  },
  {
    rule: "D3",
    what: "a call in a transition",
    file: "web/src/rooms/rooms-state.ts",
    text: 'export const a = () => fetch("/");',
    lintRule: "no-restricted-globals",
  },
  {
    rule: "D8",
    what: "the environment outside config.ts",
    file: "server/src/rooms/environment.ts",
    text: 'export const a = process.env["PORT"];',
    lintRule: "no-process-env",
  },
  {
    rule: "D8",
    what: "the time outside clock.ts",
    file: "server/src/rooms/time.ts",
    text: "export const a = () => Date.now();",
    lintRule: "no-restricted-globals",
  },
  {
    rule: "D8",
    what: "a timer outside clock.ts",
    file: "server/src/rooms/timer.ts",
    text: "export const a = () => setTimeout(a, 1);",
    lintRule: "no-restricted-globals",
  },
  {
    rule: "D8",
    what: "a timer by import",
    file: "server/src/rooms/imported-timer.ts",
    text: 'export { setTimeout } from "node:timers";',
    lintRule: "no-restricted-imports",
  },
  {
    rule: "D8",
    what: "the browser outside platform/",
    file: "web/src/rooms/browser.ts",
    text: "export const a = () => document.title;",
    lintRule: "no-restricted-globals",
  },
  {
    rule: "D8",
    what: "time in platform/ outside its clock",
    file: "web/src/platform/time.ts",
    text: "export const a = () => Date.now();",
    lintRule: "no-restricted-globals",
  },
  {
    rule: "D11",
    what: "a default export",
    file: "server/src/rooms/default-export.ts",
    text: "const a = 1; export default a;",
    lintRule: "no-default-export",
  },
  {
    rule: "D11",
    what: "a name that is not kebab-case",
    file: "server/src/rooms/roomList.ts",
    text: "export const a = 1;",
    lintRule: "filename-case",
  },
];

const allowed = {
  "server/src/kernel/clock.ts": "export const now = () => Date.now();",
  "server/src/settings/config.ts": 'export const port = process.env["PORT"];',
  "web/src/platform/title.ts": "export const title = () => document.title;",
};

const anywhere: readonly (Violation & { readonly what: string })[] = [
  {
    what: "an unfinished switch",
    file: "server/src/rooms/switch.ts",
    text: 'export const a = (b: "x" | "y") => { switch (b) { case "x": return 1; } return 2; };',
    lintRule: "switch-exhaustiveness-check",
  },
  {
    what: "a promise nobody waits for",
    file: "server/src/rooms/promise.ts",
    text: "const b = async () => {}; export const a = () => { b(); };",
    lintRule: "no-floating-promises",
  },
  {
    what: "any",
    file: "server/src/rooms/any.ts",
    text: "export const a = (b: any) => b;",
    lintRule: "no-explicit-any",
  },
  {
    what: "an empty catch",
    file: "server/src/rooms/empty-catch.ts",
    text: "export const a = (b: () => void) => { try { b(); } catch {} };",
    lintRule: "no-empty",
  },
  {
    what: "a file of 251 lines",
    file: "server/src/rooms/long-file.ts",
    text: Array.from({ length: 251 }, (_, at) => `export const a${at} = ${at};`).join("\n"),
    lintRule: "max-lines",
  },
  {
    what: "a function of 61 lines",
    file: "server/src/rooms/long-function.ts",
    text: `export function a() {\n${"  console;\n".repeat(60).replaceAll("console;", "a.length;")}}`,
    lintRule: "max-lines-per-function",
  },
];

const mocking = (method: string): string => `import { expect, test, vi } from "vitest";
vi.${method}("./b.ts", () => ({}));
test("a", () => {
  expect(1).toBe(1);
});`;
const mocks = { mock: "web/src/rooms/a.test.ts", doMock: "web/src/rooms/b.test.ts" } as const;

function lintPlanted(): ReadonlyMap<string, readonly string[]> {
  const root = plantTree({
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "jsx": "react-jsx" } }',
    ...Object.fromEntries([...inLayers, ...anywhere].map(({ file, text }) => [file, `${text}\n`])),
    ...Object.fromEntries(Object.entries(allowed).map(([file, text]) => [file, `${text}\n`])),
    ...Object.fromEntries(Object.entries(mocks).map(([method, file]) => [file, `${mocking(method)}\n`])),
  });
  copyFileSync(path.join(ROOT, ".oxlintrc.json"), path.join(root, ".oxlintrc.json"));
  symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
  const { stdout } = spawnSync(path.join(ROOT, "node_modules/.bin/oxlint"), ["-f", "unix"], {
    cwd: root,
    encoding: "utf8",
  });
  const found = [...stdout.matchAll(/^([^:]+):.*\(([a-z-]+)\)\]$/gm)];
  const broken = new Map<string, string[]>();
  for (const [, file = "", lintRule = ""] of found) broken.set(file, [...(broken.get(file) ?? []), lintRule]);
  return broken;
}

let planted: ReturnType<typeof lintPlanted> | null = null;
const brokenIn = (file: string): readonly string[] => (planted ??= lintPlanted()).get(file) ?? [];

describe("lint rules", () => {
  it.each(inLayers)("$rule reports $what", ({ file, lintRule }) => {
    expect(brokenIn(file)).toEqual([lintRule]);
  });

  it("D8 allows the time in clock.ts, the environment in config.ts and the browser in platform/", () => {
    expect(Object.keys(allowed).flatMap(brokenIn)).toEqual([]);
  });

  it.each(anywhere)("reports $what", ({ file, lintRule }) => {
    expect(brokenIn(file)).toContain(lintRule);
  });

  it.each(Object.entries(mocks))("reports vi.%s, in tests as well", (_method, file) => {
    expect(brokenIn(file)).toEqual(["no-restricted-vi-methods"]);
  });
});
