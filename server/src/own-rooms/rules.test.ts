import { pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";
import { expect, test } from "vitest";
import { arrange } from "./rules.ts";

test.each([
  ["pinned", 1, null, { becomes: 9 }],
  ["pinned", 1, 4, "same"],
  ["pinned", null, 4, { becomes: null }],
  ["unread", 12, null, { becomes: 12 }],
  ["unread", 12, 11, { becomes: 12 }],
  ["unread", 12, 12, "same"],
  ["muted", null, null, "same"],
] as const)("[ROOM-12d] %s: %j after %j", (how, wanted, before, expected) => {
  expect(arrange(how, wanted, { before, total: 0, nextVersion: 9 })).toEqual(expected);
});

test("[ROOM-12b] rooms can be arranged up to the limit, and one more is refused", () => {
  const full = { total: pinnedRoomsMax, nextVersion: 9 };
  expect(arrange("pinned", 1, { ...full, before: null })).toBe("full");
  expect(arrange("pinned", null, { ...full, before: 4 })).toEqual({ becomes: null });
});
