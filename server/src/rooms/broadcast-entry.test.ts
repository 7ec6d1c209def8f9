import { expect, test } from "vitest";
import { audienceChannels, audienceOf } from "./broadcast-entry.ts";

test("[ROOM-6] an event is for those alone whose own channels it is broadcast on, and for whom other programs let in", () => {
  const channels = audienceChannels(10_001, [1, 2]);
  const isFor = audienceOf(channels);
  expect(["1", "2", "3", "10001", "erp-worker"].map(isFor)).toEqual([true, true, false, false, true]);
  // The same list again, and one with fewer.
  expect(audienceOf(channels)("2")).toBe(true);
  expect(audienceOf(audienceChannels(10_001, [1]))("2")).toBe(false);
});
