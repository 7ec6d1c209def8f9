import { expect, test } from "vitest";
import { syncBytesMax } from "@cuplaj/protocol/limits.ts";
import { createAnswerSpace } from "./answer-space.ts";

/** A part that takes so many bytes with the comma after it. */
const part = (bytes: number): string => "x".repeat(bytes - 3);

test("[MSG-6] parts fit up to the last byte, and none after one that did not", () => {
  const fits = createAnswerSpace(1);
  expect([fits(part(syncBytesMax - 1100)), fits(part(1000)), fits(part(4)), fits(part(3))]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("[MSG-6] the first part fits whatever its length, so that asking again gets on", () => {
  const fits = createAnswerSpace(0);
  expect([fits(part(syncBytesMax * 2)), fits(part(3))]).toEqual([true, false]);
});

test("[MSG-6] a part counts as it is written: bytes of UTF-8, escaped", () => {
  const fits = createAnswerSpace(0);
  const escaped = "\u0001".repeat(Math.floor((syncBytesMax - 3) / 6));
  expect([fits(escaped), fits(part(10))]).toEqual([true, false]);
});
