import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isChannelName, isSocketId } from "./rules.ts";

describe("the patterns", () => {
  test("[LIVE-2d] a socket id is two numbers and a dot, and nothing after it", () => {
    expect(isSocketId("123456789.987654321")).toBe(true);
    for (const wrong of [
      "",
      "1",
      "1.",
      ".1",
      "1.2.3",
      "1.2:private-x",
      "1.2\n",
      "1,2",
      "a.b",
      "١.٢",
      "-1.2",
      "1.2 ",
      `1.${"2".repeat(21)}`,
    ]) {
      expect(isSocketId(wrong)).toBe(false);
    }
  });

  test("[LIVE-2d] a channel name has Pusher's characters and length", () => {
    expect(isChannelName("presence-oferta.10001")).toBe(true);
    expect(isChannelName("a".repeat(164))).toBe(true);
    for (const wrong of ["", "a".repeat(165), "a:b", "a b", "a\n", "presence-x:{}", "ș", "a/b", "a\0", "оferta"]) {
      expect(isChannelName(wrong)).toBe(false);
    }
  });

  test("[LIVE-2d] nothing with a colon or line break is signed", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(":", "\n", "\r", "\0"), fc.string(), (before, odd, after) => {
        expect(isSocketId(before + odd + after)).toBe(false);
        expect(isChannelName(before + odd + after)).toBe(false);
      }),
    );
  });
});
