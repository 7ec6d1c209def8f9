import { type ChildProcess, fork } from "node:child_process";
import { Check } from "typebox/schema";
import type { Clock, Timer } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { Turns } from "../../kernel/turns.ts";
import type { FileInspector, FileOnDisk, Inspection, InspectionProblem } from "./inspection.ts";
import { type Inspected, InspectionAnswer } from "./inspection-answer.ts";

interface MediaLimits {
  readonly inspectMsMax: number;
  readonly startMsMax: number;
  /** Resident memory beyond which the process kills itself. */
  readonly memoryBytesMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
  readonly idleMsMax: number;
}

export const usualMediaLimits: MediaLimits = {
  inspectMsMax: 20_000,
  startMsMax: 20_000,
  memoryBytesMax: 512 * 1024 * 1024,
  waitingMax: 200,
  waitMsMax: 60_000,
  idleMsMax: 60_000,
};

interface MediaOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<MediaLimits>;
}

interface Job {
  readonly file: FileOnDisk;
  readonly settle: (inspection: Inspection) => void;
}

/** A process that starts with the first file, reads one at a time, ends when idle, and is killed past its limits (T57). */
export function createMediaProcess(options: MediaOptions): FileInspector & { pid(): number | null } {
  return new MediaProcess(options);
}

const mainFile = new URL("./media-main.ts", import.meta.url);
/** Most MiB of JavaScript heap; files, which may have 100 MiB, are held outside it. */
const heapMebibytesMax = 128;

class MediaProcess implements FileInspector {
  readonly #options: MediaOptions;
  readonly #limits: MediaLimits;
  readonly #turns = new Turns(1);
  #child: ChildProcess | null = null;
  #isReady = false;
  #current: Job | null = null;
  #timer: Timer | null = null;
  #isStopped = false;

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#limits = { ...usualMediaLimits, ...options.limits };
  }

  pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async inspectFile(file: FileOnDisk, personId: number): Promise<Inspection> {
    const limits = { ...this.#limits, clock: this.#options.clock };
    return (await this.#turns.runWithin(limits, personId, () => this.#inspect(file))) ?? problem("busy");
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async #inspect(file: FileOnDisk): Promise<Inspection> {
    if (this.#isStopped) return problem("busy");
    const { promise, resolve } = Promise.withResolvers<Inspection>();
    this.#current = { file, settle: resolve };
    if (this.#child === null) this.#start();
    else this.#ask(this.#child, file);
    return await promise;
  }

  #ask(child: ChildProcess, { path }: FileOnDisk): void {
    this.#endAfter(this.#limits.inspectMsMax, "the media process took too long to inspect a file");
    child.send(path);
  }

  #start(): void {
    const child = fork(mainFile, [String(this.#limits.memoryBytesMax)], {
      // The process reads external files, so it gets no secrets from the environment.
      env: {},
      execArgv: [`--max-old-space-size=${heapMebibytesMax}`, "--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "json",
    });
    this.#child = child;
    this.#isReady = false;
    this.#endAfter(this.#limits.startMsMax, "the media process did not start in time");
    child.on("message", (answer) => this.#receive(child, answer));
    child.on("error", (error) => {
      this.#options.log.error({ err: error }, "the media process cannot be reached");
      child.kill("SIGKILL");
      this.#onEnd(child, null, null);
    });
    child.once("close", (code, signal) => this.#onEnd(child, code, signal));
  }

  #receive(child: ChildProcess, answer: unknown): void {
    if (child !== this.#child || !Check(InspectionAnswer, answer)) {
      child.kill("SIGKILL");
      return;
    }
    if (answer.kind === "problem" && answer.reason !== undefined) {
      this.#options.log.error({ reason: answer.reason }, "a file could not be inspected");
    }
    if (answer.kind === "ready") {
      this.#isReady = true;
      if (this.#current !== null) this.#ask(child, this.#current.file);
      return;
    }
    this.#endAfter(this.#limits.idleMsMax, null);
    this.#finish(answer.kind === "problem" ? problem(answer.problem) : inspected(this.#current, answer));
  }

  /** Fails the file that was being read; queued files become `busy`. */
  #onEnd(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (child !== this.#child) return;
    this.#clearTimer();
    this.#child = null;
    if (!this.#isStopped) this.#options.log.warn({ code, signal }, "the media process ended unexpectedly");
    this.#finish(problem(this.#isStopped || !this.#isReady ? "busy" : "failed"));
  }

  #finish(inspection: Inspection): void {
    const job = this.#current;
    this.#current = null;
    job?.settle(inspection);
  }

  #endAfter(delayMs: number, complaint: string | null): void {
    this.#clearTimer();
    const child = this.#child;
    this.#timer = this.#options.clock.setTimeout(() => {
      // An idle process that is about to end must not get the next file.
      if (complaint === null) this.#child = null;
      else this.#options.log.warn({ delay_ms: delayMs }, complaint);
      child?.kill("SIGKILL");
    }, delayMs);
  }

  #clearTimer(): void {
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
  }
}

const problem = (name: InspectionProblem): Inspection => ({ ok: false, problem: name });

/** Constructs the paths here, since the process is not trusted to name them. */
function inspected(job: Job | null, answer: Inspected): Inspection {
  if (job === null) return problem("failed");
  const { path } = job.file;
  const { mime, width, height, placeholder, cleaned, previewBytes } = answer;
  return {
    ok: true,
    value: {
      mime,
      width,
      height,
      placeholder: placeholder === null ? null : Buffer.from(placeholder, "base64"),
      file:
        cleaned === null
          ? job.file
          : { path: `${path}.clean`, bytes: cleaned.bytes, sha256: Buffer.from(cleaned.sha256, "hex") },
      preview: previewBytes === null ? null : { path: `${path}.preview`, bytes: previewBytes },
    },
  };
}
