import { expect, it } from "vitest";
import { plantTree } from "./planted-tree.ts";
import { checkTestFiles, testFilesOf } from "./test-files.mjs";

const plant = (...files: string[]) => plantTree(Object.fromEntries(files.map((file) => [file, ""])));

it("[RUN-2b] a test file's name determines where it runs, and whether only in the full run", () => {
  const root = plant(
    ...["server/src/rooms/a.test.ts", "server/src/rooms/b.full.test.ts", "web/src/rooms/c.test.tsx"],
    ...["server/src/rooms/d.pg.test.ts", "server/src/rooms/e.full.pg.test.ts", "web/src/rooms/f.page.test.tsx"],
    ...["server/src/rooms/g.timed.test.ts", "server/src/rooms/h.timed.pg.test.ts"],
    ...["e2e/src/i.e2e.ts", "e2e/src/j.full.e2e.ts", "e2e/src/engines/k.e2e.ts", "tooling/l.test.ts"],
  );
  const names = (project: Parameters<typeof testFilesOf>[1]) =>
    (["gate", "full"] as const).map((run) =>
      testFilesOf(root, project, run)
        .map((file) => /(\w)\.[^/]*$/.exec(file)?.[1])
        .join(""),
    );
  expect(names("unit").map((found) => found.split("").toSorted().join(""))).toEqual(["acl", "abcl"]);
  expect(names("page")).toEqual(["f", "f"]);
  expect(names("pg")).toEqual(["d", "de"]);
  expect(names("timed")).toEqual(["", "gh"]);
  expect(names("e2e")).toEqual(["i", "ij"]);
  expect(names("engines")).toEqual(["", "k"]);
  expect(checkTestFiles(root)).toEqual([]);
});

it.each([
  "web/src/rooms/a.e2e.ts",
  "web/src/rooms/a.pg.test.ts",
  "server/src/rooms/a.page.test.tsx",
  "web/src/rooms/a.page.test.ts",
  "server/src/rooms/a.spec.ts",
  "deploy/a.test.ts",
  "e2e/src/a.timed.test.ts",
])("[RUN-2b] %s is in neither run, and the check reports it", (file) => {
  expect(checkTestFiles(plant(file, "tooling/b.test.ts"))).toEqual([
    `${file}: is in neither run (CONTRIBUTING.md says where a test goes)`,
  ]);
});
