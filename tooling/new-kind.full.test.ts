import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { plantTree } from "./planted-tree.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** Existing files that a new kind of logged event may cost outside its own slice and tests. */
const filesMax = 6;

/** The files that CONTRIBUTING's recipe for a new kind names. */
function recipeFiles(): string[] {
  const recipe = /## A new kind of logged event\n[^]*?(?=\n## )/.exec(read("CONTRIBUTING.md"))?.[0] ?? "";
  const rows = recipe.split("\n").filter((line) => /^\| \d/.test(line));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""),
  );
  return [...new Set(named)];
}

/** A copy of what production is made of, with changes to some files. */
function plantProduct(changes: Readonly<Record<string, (text: string) => string>>): string {
  const tree = plantTree({});
  const isProduction = (file: string): boolean => !/\.test\.tsx?$|\/testing$|\/node_modules$|\/dist$/.test(file);
  for (const part of ["protocol", "media", "embed", "server", "web"]) {
    for (const piece of ["src", "package.json", "tsconfig.json"])
      cpSync(path.join(root, part, piece), path.join(tree, part, piece), { recursive: true, filter: isProduction });
  }
  cpSync(path.join(root, "tsconfig.base.json"), path.join(tree, "tsconfig.base.json"));
  const modules = path.join(tree, "node_modules");
  mkdirSync(path.join(modules, "@cuplaj"), { recursive: true });
  for (const name of readdirSync(path.join(root, "node_modules")).filter((entry) => entry !== "@cuplaj"))
    symlinkSync(path.join(root, "node_modules", name), path.join(modules, name));
  for (const name of ["protocol", "media", "embed"])
    symlinkSync(`../../${name}`, path.join(modules, `@cuplaj/${name}`));
  for (const [file, change] of Object.entries(changes)) {
    const text = existsSync(path.join(root, file)) ? read(file) : "";
    expect(change(text)).not.toBe(text);
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), change(text));
  }
  return tree;
}

/** The files of a half of the product in which the compiler finds something. */
function filesWithErrors(tree: string, half: "web" | "server"): string[] {
  const compiler = path.join(root, "node_modules/.bin/tsc");
  // Several checkers would each work out the same schema types anew.
  const flags = ["--noEmit", "--singleThreaded", "--pretty", "false"];
  const { status, stdout } = spawnSync(compiler, ["-p", half, ...flags], { cwd: tree });
  const files = [...stdout.toString().matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? "");
  // A compiler that did not run, or found what is in no file, says so by how it ends.
  expect([status === 0, stdout.toString()]).toEqual([files.length === 0, stdout.toString()]);
  return files;
}

/** Step 1 of the recipe: the protocol's entry. */
const withKind = (text: string): string =>
  text.replace(
    "} as const satisfies Readonly<Record<string, LoggedKind>>",
    '  made: { event: "MadeUp", data: shape("Made up.", { room: RoomHead, by: Member }), isLine: true },\n$&',
  );
/** Where the compiler says that no slice of the page claims a kind; nothing is changed there. */
const unclaimedKindsFile = "web/src/sync/logged-events.ts";
/** A slice of the page that brings the kind along. */
const slice = `
import type { Part } from "../part.ts";
declare module "../state/shape.ts" {
  interface LoggedKinds { MadeUp: true }
}
export const madeUpPart: Part<object> = {
  initial: {},
  handlers: {},
  kinds: { MadeUp: { read: () => null, apply: (state) => ({ state, effects: [] }) } },
};
`;
/** The one line by which the page gets a slice. */
const withSlice = (text: string): string =>
  `import { madeUpPart } from "./made-up/made-up-part.ts";\n${text.replace("  timers: timersPart,\n", "$&  madeUp: madeUpPart,\n")}`;

test("[MSG-5] a new kind of logged event costs the files of its recipe, at most 6, and the compiler leads to them", () => {
  const recipe = recipeFiles();
  for (const file of recipe) expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
  expect(recipe.length).toBeLessThanOrEqual(filesMax);
  const led = filesWithErrors(plantProduct({ "protocol/src/events.ts": withKind }), "web");
  expect(led).not.toEqual([]);
  expect(led.filter((file) => file !== unclaimedKindsFile && !recipe.includes(file))).toEqual([]);
  const followed = {
    "protocol/src/events.ts": withKind,
    "web/src/parts.ts": withSlice,
  };
  expect(Object.keys(followed).filter((file) => !recipe.includes(file))).toEqual([]);
  const tree = plantProduct({ ...followed, "web/src/made-up/made-up-part.ts": () => slice });
  expect([...filesWithErrors(tree, "web"), ...filesWithErrors(tree, "server")]).toEqual([]);
});
