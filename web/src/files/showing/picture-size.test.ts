import { expect, test } from "vitest";
import { drawnSize } from "./message-picture.tsx";

test.each([
  ["a photo of a phone", 3024, 4032, { width: 264, height: 352, isFilling: true }],
  ["a wide one", 4032, 3024, { width: 352, height: 264, isFilling: true }],
  ["a small one, at its own size", 200, 120, { width: 200, height: 120, isFilling: true }],
  ["a panorama, cut", 9000, 500, { width: 352, height: 88, isFilling: true }],
  ["a long screenshot, cut", 400, 9000, { width: 88, height: 352, isFilling: true }],
  ["an icon, not enlarged", 16, 16, { width: 88, height: 88, isFilling: false }],
  ["of unknown size", null, null, { width: 176, height: 176, isFilling: false }],
  ["of a size that is none", 0, 5, { width: 176, height: 176, isFilling: false }],
] as const)("[SEE-1] a picture's box is known before its first byte: %s", (_case, width, height, size) => {
  expect(drawnSize(width, height)).toEqual(size);
});
