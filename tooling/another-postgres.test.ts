import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { anotherPostgresTests, SAME_ON_ANY_POSTGRES } from "./another-postgres.mjs";
import { root } from "./prepare.mjs";
import { testFilesOf } from "./test-files.mjs";

const leftOut = Object.values(SAME_ON_ANY_POSTGRES).flat();
const chosen = anotherPostgresTests(root, "full");

describe("the second PostgreSQL", () => {
  it("[RUN-3c] gets every server test in the full run, except those listed with a reason", () => {
    const all = testFilesOf(root, "pg", "full");
    expect(all).toEqual(expect.arrayContaining(leftOut));
    expect([...chosen, ...leftOut].toSorted()).toEqual(all.toSorted());
  });

  it("[RUN-3c] gets in the gate a few of the gate's own tests, and in the full run all of those too", () => {
    const few = anotherPostgresTests(root, "gate");
    expect(testFilesOf(root, "pg", "gate")).toEqual(expect.arrayContaining([...few]));
    expect(chosen).toEqual(expect.arrayContaining([...few]));
  });

  it("[RUN-3c] gets every store, migration, plan and check of a database", () => {
    const needed = /server\/src\/(?:storage|offers|messages|demo)\/|\/store\.|plans|races|unread|session-watch/u;
    expect(leftOut.filter((file) => needed.test(file))).toEqual([]);
  });

  it("[RUN-3c] gets no test that only starts programs with a PostgreSQL of their own, which would test the first again", () => {
    const startsOnlyOwn = chosen.filter((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return /startServerProcess|runProgram/u.test(text) && !/createTestDatabase|startTestApi/u.test(text);
    });
    expect(startsOnlyOwn).toEqual([]);
  });
});
