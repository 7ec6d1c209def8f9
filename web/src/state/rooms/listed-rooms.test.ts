import { stableOrder } from "./listed-rooms.ts";
import { expect, test } from "vitest";

test("[LIST-1] the list shows the newest order while nobody is pointing at it", () => {
  expect(stableOrder([1, 2, 3], [3, 1, 2], false)).toEqual([3, 1, 2]);
});

test("[LIST-1] rows stay put while a press is likely, and new rooms wait at the end", () => {
  expect(stableOrder([1, 2, 3], [4, 3, 1, 2], true)).toEqual([1, 2, 3, 4]);
});

test("[LIST-1] a row that stops passing the filter stays under the pointer", () => {
  expect(stableOrder([1, 2, 3], [3, 1], true)).toEqual([1, 2, 3]);
  expect(stableOrder([1, 2, 3], [3, 1], false)).toEqual([3, 1]);
});
