import { expect, test } from "vitest";
import { mostOf } from "./open-files.ts";

test.each([
  ["Max open files            20000                20000                files", 19_744],
  ["Max processes 7 7\nMax open files            300                  300                  files", 150],
  ["Max open files            unlimited            unlimited            files", Infinity],
  ["", Infinity],
])("[SEC-1c] connections leave descriptors to the rest of the process: %j", (limits, most) => {
  expect(mostOf(limits)).toBe(most);
});
