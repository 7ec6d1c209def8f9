import { expect, test } from "vitest";
import { clockAt } from "../testing/clock-at.ts";
import { sayProgress } from "./progress.ts";

/** Returns the lines printed for 1,000 bytes at ten a second, where 900 were estimated. */
function said(isTerminal: boolean): readonly string[] {
  const lines: string[] = [];
  let now = 0;
  const add = sayProgress("Read", 900, { clock: clockAt(() => now), say: (line) => lines.push(line), isTerminal });
  for (let bytes = 0; bytes < 1000; bytes += 1) {
    now += 100;
    add(1);
  }
  return lines.map((line) => line.replace(/^Read (?:\d+ bytes|1\.0 kB) of about 900 bytes /u, ""));
}

test("[KEEP-9] a log gets a line for every ten percent, and a terminal one per second", () => {
  expect(said(false)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90].map((percent) => `(${percent} %).`));
  expect(said(true)).toHaveLength(100);
});
