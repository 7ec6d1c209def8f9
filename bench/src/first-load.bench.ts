import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BenchReport } from "./bench-report.ts";

const checkFile = join(import.meta.dirname, "../../tooling/check-size.mjs");

/** PERF-1: reports the output of the size check, which enforces the limit. */
export function benchFirstLoad(): BenchReport {
  if (!existsSync(checkFile))
    return { name: "first-load", gates: [], lines: ["There is no size check yet."], figures: {} };
  const output = execFileSync(process.execPath, [checkFile], { encoding: "utf8" }).trim();
  return { name: "first-load", gates: [], lines: output.split("\n"), figures: { output } };
}
