import { expect, test } from "vitest";
import { type Share, added } from "./stored-share.ts";

const share = (names: readonly string[], text = ""): Share => ({
  files: names.map((name) => new File(["x"], name)),
  text,
  left: 0,
});

test("[SW-1h] a share during another one is added to it, and whatever does not fit is counted", () => {
  const first = share(["a", "b"], "una");
  expect(added(null, first)).toEqual(first);
  const second = added(first, share(["c", "d", "e", "f", "g", "h", "i", "j", "k", "l"], "două"));
  expect(second.files.map(({ name }) => name).join("")).toBe("abcdefghij");
  expect([second.text, second.left]).toEqual(["una\ndouă", 2]);
  expect(added(second, { ...share(["m"]), left: 3 }).left).toBe(6);
});
