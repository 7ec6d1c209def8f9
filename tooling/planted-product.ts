import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { plantTree } from "./planted-tree.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
export const isThere = (file: string): boolean => existsSync(path.join(root, file));

export function recipeFiles(heading: string): string[] {
  const [, recipe = ""] = read("CONTRIBUTING.md").split(`## ${heading}\n`);
  const rows = (recipe.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| \d/.test(line));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""),
  );
  return [...new Set(named)];
}

/** A copy of the product and the server's test helpers, with changes to some files. */
export function plantProduct(changes: Readonly<Record<string, (text: string) => string>>): string {
  const tree = plantTree({});
  const isTaken = (file: string): boolean => !/\.test\.tsx?$|web\/src\/testing$|\/node_modules$|\/dist$/.test(file);
  for (const part of ["protocol", "media", "embed", "server", "web"]) {
    for (const piece of ["src", "package.json", "tsconfig.json"])
      cpSync(path.join(root, part, piece), path.join(tree, part, piece), { recursive: true, filter: isTaken });
  }
  cpSync(path.join(root, "tsconfig.base.json"), path.join(tree, "tsconfig.base.json"));
  const modules = path.join(tree, "node_modules");
  mkdirSync(path.join(modules, "@cuplaj"), { recursive: true });
  for (const name of readdirSync(path.join(root, "node_modules")).filter((entry) => entry !== "@cuplaj"))
    symlinkSync(path.join(root, "node_modules", name), path.join(modules, name));
  for (const name of ["protocol", "media", "embed"])
    symlinkSync(`../../${name}`, path.join(modules, `@cuplaj/${name}`));
  for (const [file, change] of Object.entries(changes)) {
    const text = isThere(file) ? read(file) : "";
    expect(change(text)).not.toBe(text);
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), change(text));
  }
  return tree;
}

export function filesWithErrors(tree: string, half: "web" | "server"): string[] {
  const compiler = path.join(root, "node_modules/.bin/tsc");
  const flags = ["--noEmit", "--singleThreaded", "--pretty", "false"];
  const { status, stdout } = spawnSync(compiler, ["-p", half, ...flags], { cwd: tree });
  const files = [...stdout.toString().matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? "");
  // Fails if the compiler did not run, or reported errors outside of files.
  expect([status === 0, stdout.toString()]).toEqual([files.length === 0, stdout.toString()]);
  return files;
}
