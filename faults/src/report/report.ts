import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wallTime } from "../clock.ts";
import { faultKinds, shortestSlices, type Verdict, verdictLines } from "../checker/verdict.ts";
import type { Recorder } from "../history/recorder.ts";
import type { ReportNotes } from "../run.ts";
import type { Finding } from "../tabs/finding.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { commitName, machineLine } from "./machine.ts";
import type { Percentiles } from "./percentiles.ts";

export interface Report {
  readonly run: string;
  readonly seed: number;
  readonly commit: string;
  readonly machine: string;
  readonly at: string;
  readonly verdict: Omit<Verdict, "faults"> & { readonly scannedBytes: number };
  readonly figures: Figures;
  readonly memory: { readonly start: number; readonly peak: number; readonly end: number };
  readonly errorLines: readonly string[];
  readonly notes: ReportNotes;
  /** SEC-12: what the run's products left behind; empty if that was not judged. */
  readonly leftovers: readonly Finding[];
  readonly slices: ReturnType<typeof shortestSlices>;
}

export interface ReportParts {
  readonly run: string;
  readonly seed: number;
  readonly recorder: Recorder;
  readonly verdict: Verdict;
  readonly memory: Report["memory"];
  readonly errorLines: readonly string[];
  readonly notes: ReportNotes;
  readonly leftovers: readonly Finding[];
}

export function makeReport({ recorder, verdict, ...parts }: ReportParts): Report {
  const { faults, ...counted } = verdict;
  return {
    ...parts,
    commit: commitName(),
    machine: machineLine(),
    at: wallTime(),
    verdict: { ...counted, scannedBytes: recorder.scannedBytes },
    figures: figuresOf(recorder.lines),
    slices: shortestSlices({ ...verdict, faults }),
  };
}

/** Writes a report as JSON and Markdown, and the complete history if there are faults. Returns the path of the Markdown. */
export async function saveReport(report: Report, recorder: Recorder, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const stem = join(folder, `${report.run}-${report.at.slice(0, 19).replaceAll(":", "")}`);
  writeFileSync(`${stem}.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(`${stem}.md`, reportText(report));
  if (!report.verdict.isSound) await recorder.save(`${stem}.jsonl`);
  return `${stem}.md`;
}

function reportText(report: Report): string {
  const { run, seed, commit, machine, at, verdict, figures, memory, errorLines, notes, leftovers, slices } = report;
  const [checked] = verdictLines({ ...verdict, faults: [] });
  const callRows = Object.entries(figures.calls)
    .filter(([, tally]) => tally.offered > 0)
    .map(([f, { offered, ok, fail, info }]) => `| ${f} | ${offered} | ${ok} | ${fail} | ${info} |`);
  return [
    `# ${run}: ${verdict.isSound ? "sound" : "FAULTS"}`,
    "",
    `Commit ${commit}, seed ${seed}, ${at}. ${machine}.`,
    "",
    `${checked}, ${verdict.lines} lines of history, ${verdict.scannedBytes} bytes looked through.`,
    "",
    ...table(
      ["fault", "count"],
      faultKinds.map((kind) => `| ${kind} | ${verdict.counts[kind]} |`),
    ),
    `Recovered though nobody knew: ${verdict.recoveredInfo}. Told late: ${verdict.announcedLate}. Rooms loaded anew: ${verdict.resets}.`,
    "",
    ...table(["call", "offered", "ok", "fail", "info"], callRows),
    ...table(
      ["ms", "count", "p50", "p95", "p99", "max"],
      [timeRow("ack", figures.ack), timeRow("deliver", figures.deliver), timeRow("catch-up", figures.catchUp)],
    ),
    `Memory of the server (MiB): start ${memory.start}, peak ${memory.peak}, end ${memory.end}. Error lines: ${errorLines.length}.`,
    "",
    ...Object.entries(notes).map(([name, value]) => `- ${name}: ${value}`),
    ...leftovers.map(
      ({ what, measured, bound, holds }) => `- ${holds ? "" : "**FAIL** "}${what}: ${measured} (${bound})`,
    ),
    ...slices.flatMap(({ kind, what, slice }) => [
      "",
      `## ${kind}`,
      "",
      what,
      "",
      "```",
      ...slice.map((line) => JSON.stringify(line)),
      "```",
    ]),
    ...(errorLines.length === 0 ? [] : ["", "## Error lines", "", "```", ...errorLines.slice(0, 20), "```"]),
    "",
  ].join("\n");
}

const timeRow = (name: string, { count, p50, p95, p99, max }: Percentiles): string =>
  `| ${name} | ${count} | ${p50} | ${p95} | ${p99} | ${max} |`;

const table = (head: readonly string[], rows: readonly string[]): readonly string[] => [
  `| ${head.join(" | ")} |`,
  `|${head.map(() => "---|").join("")}`,
  ...rows,
  "",
];
