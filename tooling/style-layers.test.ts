import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listTree } from "./source-files.mjs";

const root = path.resolve(import.meta.dirname, "..");
const order = "@layer reset, tokens, base, design, slices;\n";

// The sheet that loads first decides the order of the layers. The build adds the order and a layer to all other sheets (`web/vite.config.ts`).
test("a style module that names its layer names the order of all layers first", () => {
  const sheets = listTree(root).flatMap(({ path: file }) => (file.endsWith(".module.css") ? [file] : []));
  const named = sheets.filter((file) => readFileSync(path.join(root, file), "utf8").includes("@layer"));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !readFileSync(path.join(root, file), "utf8").startsWith(order))).toEqual([]);
});
