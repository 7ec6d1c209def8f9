import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LONG_FILES } from "./longest-first.mjs";
import { root } from "./prepare.mjs";

test("the files that begin first are there, each named once", () => {
  expect(LONG_FILES.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(LONG_FILES).size).toBe(LONG_FILES.length);
});
