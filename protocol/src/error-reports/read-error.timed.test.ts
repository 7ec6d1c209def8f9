import { expect, test } from "vitest";
import { growthMax, growthOf } from "../testing/work-time.ts";
import { type OwnCode, readErrors } from "./read-error.ts";

const own: OwnCode = { ownFile: () => null, isOwnText: () => false, codes: new Set() };

test("[REP-1d] reads even a malicious stack in linear time", () => {
  const read = (stack: string): void => {
    const error = Object.assign(new Error("x"), { stack });
    for (let n = 0; n < 100; n += 1) readErrors(error, own);
  };
  const worst = ["/", "https://a:1", "a:1:", "/a:1 "];
  const growths = worst.map((piece) => [piece, growthOf(read, piece)] as const);
  expect(growths.filter(([, growth]) => growth >= growthMax)).toEqual([]);
});
