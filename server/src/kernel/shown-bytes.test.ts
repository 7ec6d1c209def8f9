import { expect, test } from "vitest";
import { shownBytes } from "./shown-bytes.ts";

test.each([
  [0, "0 bytes"],
  [900, "900 bytes"],
  [1_240_000, "1.2 MB"],
  [35_400_000, "35 MB"],
  [1024 ** 3, "1.1 GB"],
  [5e15, "5000 TB"],
])("[KEEP-10] %d bytes are shown as %s", (bytes, shown) => {
  expect(shownBytes(bytes)).toBe(shown);
});
