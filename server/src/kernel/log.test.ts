import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { oncePerMinute } from "./log.ts";

test("[ERR-5b] what happens very often is written at once, then once a minute with its count and latest cause", () => {
  const clock = new FakeClock();
  const lines: [number, string][] = [];
  const note = oncePerMinute<string>(clock, (count, cause) => lines.push([count, cause]));
  for (const cause of ["a", "b", "c"]) note(cause);
  clock.advance(59_999);
  note("d");
  clock.advance(1);
  note("e");
  expect(lines).toEqual([
    [1, "a"],
    [4, "e"],
  ]);
});
