import { expect, test } from "vitest";
import { createMemoryFailureCounts } from "./failure-counts.ts";

function start() {
  const world = { nowMs: 1_000_000 };
  return { world, counts: createMemoryFailureCounts(() => world.nowMs) };
}

test("[LIM-1] a key takes as many as it may have, and one more once its first is a minute old", async () => {
  const { world, counts } = start();
  expect(await counts.take("a", 2)).toBe(0);
  world.nowMs += 1000;
  expect([await counts.take("a", 2), await counts.take("a", 2), await counts.take("b", 2)]).toEqual([0, 59_000, 0]);
  world.nowMs += 58_999;
  expect(await counts.take("a", 2)).toBe(1);
  world.nowMs += 1;
  expect([await counts.take("a", 2), await counts.take("a", 2)]).toEqual([0, 1000]);
});

test("[AUTH-3] what is given back does not count, and what is added counts beyond the fill", async () => {
  const { world, counts } = start();
  await counts.take("a", 1);
  await counts.giveBack("a");
  expect(await counts.take("a", 1)).toBe(0);
  world.nowMs += 30_000;
  await counts.add("a");
  expect(await counts.take("a", 1)).toBe(60_000);
  await counts.giveBack("unknown");
});

test("[LIM-1] a bounded number of keys is remembered; the one that failed longest ago goes", async () => {
  const { counts } = start();
  for (let n = 0; n <= 50_000; n += 1) await counts.take(`${n}`, 1);
  expect([await counts.take("50000", 1), await counts.take("1", 1), await counts.take("0", 1)]).toEqual([
    60_000, 60_000, 0,
  ]);
});
