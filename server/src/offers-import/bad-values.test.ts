import { expect, test } from "vitest";
import { BadValues } from "./bad-values.ts";

test("[ERP-2k] nothing of a file turns, hides or ends what is said of it", () => {
  const bad = new BadValues();
  bad.add([{ line: 2, problem: "name is \u009b31m\u202eabc\u2066\ufffe\u0007\u200b\u2028\u{e0001}ăț; allowed is x" }]);
  expect(bad.lines()).toEqual([
    String.raw`line 2: name is \u009b31m\u202eabc\u2066\ufffe\u0007\u200b\u2028\u{e0001}ăț; allowed is x`,
  ]);
});
