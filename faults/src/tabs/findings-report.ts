import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { wallTime } from "../clock.ts";
import { commitName, machineLine } from "../report/machine.ts";
import { leftoversOfRun } from "../leftovers/leftovers.ts";
import type { RunContext, RunResult } from "../run.ts";
import type { Finding } from "./finding.ts";

export interface Measured {
  readonly findings: readonly Finding[];
  readonly skipped?: readonly string[];
  readonly errorLines?: readonly string[];
}

/** Prints findings and leftovers once all products have stopped, and writes them as JSON and Markdown. The run passes if all of them hold. */
export function reportFindings(run: string, found: Measured, context: RunContext): RunResult {
  const { skipped = [], errorLines = [] } = found;
  const findings = found.findings.length === 0 ? [] : [...found.findings, ...leftoversOfRun()];
  for (const { what, measured: value, bound, holds } of findings) {
    context.say(`${holds ? "ok  " : "FAIL"} ${what}: ${value} (${bound})`);
  }
  for (const part of skipped) context.say(`skip ${part}`);
  const at = wallTime();
  // The load averages are included, since times on a busy machine mean little.
  const load = `load ${loadavg()
    .map((average) => average.toFixed(1))
    .join(" ")}`;
  const head = { run, seed: context.seed, commit: commitName(), machine: `${machineLine()}, ${load}`, at };
  mkdirSync(context.reports, { recursive: true });
  const stem = join(context.reports, `${run}-${at.slice(0, 19).replaceAll(":", "")}`);
  writeFileSync(`${stem}.json`, `${JSON.stringify({ ...head, findings, skipped, errorLines }, null, 2)}\n`);
  writeFileSync(`${stem}.md`, markdown(head, { ...found, findings }));
  context.say(`report: ${stem}.md`);
  const wrong = findings.filter(({ holds }) => !holds).map(({ what, measured: value }) => `${what}: ${value}`);
  if (findings.length === 0) return { kind: "skipped", why: skipped.join("; ") };
  return wrong.length === 0 ? { kind: "passed" } : { kind: "failed", why: wrong.join("; ") };
}

interface Head {
  readonly run: string;
  readonly seed: number;
  readonly commit: string;
  readonly machine: string;
  readonly at: string;
}

function markdown({ run, seed, commit, machine, at }: Head, measured: Measured): string {
  const { findings, skipped = [], errorLines = [] } = measured;
  const verdict = findings.every(({ holds }) => holds) ? "sound" : "FAULTS";
  const rows = findings.map(
    ({ what, measured: value, bound, holds }) => `| ${holds ? "" : "**FAIL** "}${what} | ${value} | ${bound} |`,
  );
  return [
    `# ${run}: ${verdict}`,
    "",
    `Commit ${commit}, seed ${seed}, ${at}. ${machine}.`,
    "",
    "| what | measured | bound |",
    "|---|---|---|",
    ...rows,
    "",
    ...skipped.map((part) => `- skipped: ${part}`),
    `Error lines of the server: ${errorLines.length}.`,
    ...errorLines.slice(0, 20).map((line) => `- \`${line}\``),
    "",
  ].join("\n");
}
