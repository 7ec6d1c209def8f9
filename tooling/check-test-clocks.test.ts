import { expect, it } from "vitest";
import { checkTestClocks } from "./check-test-clocks.mjs";
import { plantTree } from "./planted-tree.ts";

const reported = (file: string, ...lines: readonly string[]): readonly string[] =>
  checkTestClocks(plantTree({ [file]: lines.join("\n") })).map((problem) => problem.replace(/^.*: /, ""));

it.each([
  ["the machine's time", "const now = Date.now();", "reads the machine's clock"],
  ["a pause", "await new Promise((resolve) => setTimeout(resolve, 20));", "sleeps"],
  ["a timer by import", 'import { setTimeout } from "node:timers/promises";', "sleeps"],
  ["a limit of its own", "await page.click(button, { timeout: 5000 });", "bounds a wait"],
  ["a test's own time", "}, 20_000);", "bounds a wait"],
  ["a measurement", 'import { startStopwatch } from "../testing/stopwatch.ts";', "measures outside of *.timed.*"],
])("reports %s in a test", (_what, line, problem) => {
  expect(reported("server/src/rooms/a.test.ts", line)).toEqual([problem]);
});

it.each([
  ["what the product does", "server/src/kernel/clock.ts", "const now = () => Date.now();"],
  ["what a text says", "tooling/a.test.ts", 'const planted = "const now = Date.now();";'],
  ["a clock of the test's own", "server/src/testing/fake-clock.ts", "  setTimeout(run: () => void, delayMs: number) {"],
  ["what passes a clock on", "server/src/testing/a-clock.ts", "  setTimeout(...given) {"],
  ["a wait that ends what hangs", "server/src/rooms/a.test.ts", "const patient = { timeout: patienceMs };"],
  [
    "a measurement alone",
    "web/src/a.timed.test.ts",
    'import { growthOf } from "@cuplaj/protocol/testing/work-time.ts";',
  ],
])("takes %s", (_what, file, line) => {
  expect(reported(file, line)).toEqual([]);
});
