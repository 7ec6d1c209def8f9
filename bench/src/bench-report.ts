import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Gate, gateLine, passes } from "./gate.ts";
import { machineLine, machineText } from "./machine-line.ts";

export type BenchReport = {
  readonly name: string;
  readonly gates: readonly Gate[];
  readonly lines: readonly string[];
  readonly figures: unknown;
};

const resultsFolder = join(import.meta.dirname, "../results");

/** Prints a report and writes it to `results/{name}.json` and `.md`. Returns whether all gates passed. */
export function publishReport(report: BenchReport): boolean {
  const machine = machineLine();
  const gates = report.gates.map((gate) => ({ ...gate, passed: passes(gate) }));
  const gateLines = report.gates.map(gateLine);
  console.log([...report.lines, "", ...gateLines, ""].join("\n"));
  mkdirSync(resultsFolder, { recursive: true });
  const json = { name: report.name, machine, gates, figures: report.figures };
  writeFileSync(join(resultsFolder, `${report.name}.json`), `${JSON.stringify(json, null, 2)}\n`);
  const markdown = [
    `# ${report.name}`,
    "",
    machineText(machine),
    "",
    ...report.lines,
    "",
    ...gateLines.map((line) => `- ${line}`),
    "",
  ];
  writeFileSync(join(resultsFolder, `${report.name}.md`), markdown.join("\n"));
  return gates.every((gate) => gate.passed);
}
