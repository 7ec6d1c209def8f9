import type { Recorder } from "./history/recorder.ts";
import type { Random } from "./random.ts";

export interface RunContext {
  /** Printed and reported. The same seed makes the same choices. */
  readonly seed: number;
  readonly random: Random;
  /** How long the load lasts, s; null for the run's own duration. */
  readonly seconds: number | null;
  /** The commit from which servers are upgraded; null for the release before. */
  readonly before: string | null;
  readonly reports: string;
  readonly say: (line: string) => void;
}

export type RunResult =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly why: string }
  /** The machine lacks something that the run needs, which `why` explains. */
  | { readonly kind: "skipped"; readonly why: string };

export interface FaultRun {
  readonly name: string;
  readonly about: string;
  run(context: RunContext): Promise<RunResult>;
}

export type ReportNotes = Readonly<Record<string, string | number>>;

export function noteFault(recorder: Recorder, what: string, type: "invoke" | "ok" = "ok"): void {
  recorder.write({ proc: "nemesis", f: "fault", type, kind: what });
}
