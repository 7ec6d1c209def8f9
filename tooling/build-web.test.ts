import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { buildWeb, WEB_BUILT } from "./build-web.mjs";
import { plantTree } from "./planted-tree.ts";

const page = (folder: string) => readFileSync(path.join(folder, "web/dist/index.html"), "utf8");
const writePage = (text: string) => (outDir: string) => writeFileSync(path.join(outDir, "index.html"), text);

test("[RUN-1e] a failed build leaves the page of the last one", () => {
  const folder = plantTree({ "web/index.html": "" });
  buildWeb(folder, writePage("first"));
  const failed = () =>
    buildWeb(folder, (outDir) => {
      writePage("half")(outDir);
      throw new Error("No space left on device");
    });
  expect(failed).toThrow("No space left on device");
  expect([page(folder), existsSync(path.join(folder, WEB_BUILT))]).toEqual(["first", true]);
});

test("[RUN-1e] a build replaces the last one and what an interrupted one left", () => {
  const folder = plantTree({
    "web/dist/old.js": "",
    "web/.cache/dist/half.js": "",
    "web/.cache/dist-before/older.js": "",
  });
  buildWeb(folder, writePage("second"));
  const left = ["web/dist/old.js", "web/dist/half.js", "web/.cache/dist", "web/.cache/dist-before"];
  expect([page(folder), ...left.map((each) => existsSync(path.join(folder, each)))]).toEqual([
    "second",
    ...left.map(() => false),
  ]);
});
