import { silencedPeopleMax } from "@cuplaj/protocol/limits.ts";
import { expect, test } from "vitest";
import { decideSilence } from "./rules.ts";

test.each([
  [true, false, "begun"],
  [true, true, "same"],
  [false, true, "ended"],
  [null, false, "begun"],
  [null, true, "ended"],
] as const)("[SIL-1c] wanted %j after %j: %s", (wanted, isSilenced, expected) => {
  expect(decideSilence({ isSilenced, total: 1 }, wanted)).toBe(expected);
});

test("[SIL-1c] ending also ends a silence that was never completed", () => {
  expect(decideSilence({ isSilenced: false, total: 0 }, false)).toBe("ended");
});

test("[SIL-1a] people can be silenced up to the limit, and one more is refused", () => {
  const total = silencedPeopleMax;
  expect(decideSilence({ isSilenced: false, total }, true)).toBe("full");
  expect(decideSilence({ isSilenced: true, total }, true)).toBe("same");
  expect(decideSilence({ isSilenced: true, total }, null)).toBe("ended");
});
