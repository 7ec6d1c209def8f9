import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test("[ERP-2k] a file's text cannot reverse, hide or end the message about it", () => {
  const problem = "name is \u009b31m\u202eabc\u2066\ufffe\u0007\u200b\u3164\u2028\u{e0001}ăț; allowed is x\nline 3";
  expect(printable(problem)).toBe(
    `${String.raw`name is \u009b31m\u202eabc\u2066\ufffe\u0007\u200b\u3164\u2028\udb40\udc01ăț; allowed is x`}\nline 3`,
  );
});
