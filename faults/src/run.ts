import type { Recorder } from "./history/recorder.ts";
import type { Random } from "./random.ts";

/** What a run may use. */
export interface RunContext {
  /** Printed and in the report; the same seed makes the same choices. */
  readonly seed: number;
  readonly random: Random;
  /** How long the load lasts, where the caller wants another time than the run's own. */
  readonly seconds: number | null;
  /** A folder for reports and histories. */
  readonly reports: string;
  readonly say: (line: string) => void;
}

/** What a run came to. */
export type RunResult =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly why: string }
  /** The machine forbids what the run needs; `why` says what. */
  | { readonly kind: "skipped"; readonly why: string };

/** One run that `npm run faults` knows by name. */
export interface FaultRun {
  /** kebab-case */
  readonly name: string;
  /** One line for `--list`. */
  readonly about: string;
  run(context: RunContext): Promise<RunResult>;
}

/** A figure or setting that a run adds to its report. */
export type ReportNotes = Readonly<Record<string, string | number>>;

/** For runs that write lines of their own: the fault that was made, so that the history shows when. */
export function noteFault(recorder: Recorder, what: string, type: "invoke" | "ok" = "ok"): void {
  recorder.write({ proc: "nemesis", f: "fault", type, kind: what });
}
