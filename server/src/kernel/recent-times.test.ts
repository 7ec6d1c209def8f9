import { expect, test } from "vitest";
import { RecentTimes } from "./recent-times.ts";

test("[AUTH-3][LIVE-5] every window admits the maximum and no more, and the returned wait is exact", () => {
  const times = new RecentTimes(1000);
  expect([0, 400, 800].map((nowMs) => times.take("ana", 3, nowMs))).toEqual([0, 0, 0]);
  expect([900, 999].map((nowMs) => times.take("ana", 3, nowMs))).toEqual([100, 1]);
  expect([1000, 1000].map((nowMs) => times.take("ana", 3, nowMs))).toEqual([0, 400]);
  expect(times.take("mihai", 3, 1000)).toBe(0);
});

test("[LIM-1e] a returned time makes room; several added at once may exceed the maximum", () => {
  const times = new RecentTimes(1000);
  times.add("a", 0, 5);
  expect(times.fullForMs("a", 3, 500)).toBe(500);
  for (let back = 0; back < 3; back += 1) times.takeBack("a", 500);
  expect([times.count("a", 500), times.fullForMs("a", 3, 500)]).toEqual([2, 0]);
});

test("[LIM-1] keys with only old times are forgotten", () => {
  const times = new RecentTimes(1000);
  for (let person = 0; person < 1000; person += 1) times.add(`user:${person}`, 0);
  times.add("user:0", 1000);
  expect(times.size).toBe(1);
});
