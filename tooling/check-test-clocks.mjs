import { readFileSync } from "node:fs";
import path from "node:path";

import { listSources } from "./source-files.mjs";

const TEST_CODE =
  /^(?!faults\/|bench\/|e2e\/src\/erp-simulator\/).*(?:\.(?:test|e2e)\.tsx?$|\/testing\/)|^e2e\/src\/(?!erp-simulator\/)|^tooling\/.*\.test\.ts$/;
/** The only test files that may use a clock: one limits waiting, the other measures. */
const OWNERS = new Set(["protocol/src/testing/test-clock.ts", "protocol/src/testing/stopwatch.ts"]);

/** A string on one line, in which names are not calls. */
const TEXT = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

const CLOCKS = [
  { pattern: /\bperformance\.now\b|\bDate\.now\b|\bnew Date\(\)/, says: "reads the machine's clock" },
  // A parameter with a type or `...` means that a clock declares its own method. A delay of 0 only yields to other tasks.
  { pattern: /\bsystemClock\.set\w+\(.*, [1-9][\d_]*\)|\bpause\(systemClock\b/, says: "sleeps" },
  {
    pattern: /\bwaitForTimeout\b|(?:(?<![.\w])|\b(?:window|globalThis)\.)setTimeout\((?!\w+: |\.{3})|\bsleep\(/,
    says: "sleeps",
  },
  {
    pattern:
      /\b(?:timeout|hookTimeout|testTimeout): (?!patienceMs\b(?! *[*/]))|\bAbortSignal\.timeout\((?!patienceMs\b)/,
    says: "bounds a wait",
  },
  { pattern: /^ *\}, (?:\d[\d_]{2,}|[a-zA-Z]+Ms)\);$/, says: "bounds a wait" },
];
const TIMERS = /(?:^(?:import|\}).* from |\bimport\()"(?:node:)?timers/;
/** An import for measuring real time, allowed only in the last lane of the full run. */
const MEASURES = /^(?:import|\}).* from ".*testing\/(?:stopwatch|work-time|calibration)\.ts"/;

/** RUN-2g: finds tests that depend on a clock. A wait may only end a hang, and measurements belong in `*.timed.*`. */
export function checkTestClocks(/** @type {string} */ root) {
  const files = listSources(root).filter((file) => TEST_CODE.test(file) && !OWNERS.has(file));
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) => {
        const code = line.replaceAll(TEXT, '""');
        const broken = CLOCKS.filter(({ pattern }) => pattern.test(code)).map(({ says }) => says);
        if (TIMERS.test(line)) broken.push("sleeps");
        if (MEASURES.test(line) && !file.includes(".timed.") && !file.startsWith("protocol/src/testing/"))
          broken.push("measures outside of *.timed.*");
        return broken.map((says) => `${file}:${at + 1}: ${says}`);
      }),
  );
}
