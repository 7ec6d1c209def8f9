import { spawn } from "node:child_process";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { reasonOf } from "../../kernel/startup-problem.ts";
import { Turns } from "../../kernel/turns.ts";

/** Whether a file is harmless, as the operator's checker says; `unknown` where it says nothing. */
type Check = "clean" | "infected" | "unknown";
/** In the turn of the person whose file it is. */
export type CheckFile = (path: string, personId: number) => Promise<Check>;

/** Stands for the file's path in the words of the command. */
const checkedFileWord = "{file}";
/** Checks that run at once, one of a person; the others wait. */
const checksMax = 4;

const usualCheckLimits = {
  /** How long the program may take over a file. */
  checkMsMax: 60_000,
  /** Files that may wait, and for how long. */
  waitingMax: 200,
  waitMsMax: 60_000,
};

interface CheckOptions {
  /** The program and its arguments, none of which is read by a shell. */
  readonly command: readonly string[];
  /** All that it knows of this process's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly limits?: Partial<typeof usualCheckLimits>;
}

/** MSG-3f: asks a program about each file: it exits with 0 for a clean one and with 1 for one that is not. */
export function createFileCheck(options: CheckOptions): CheckFile {
  const { command, clock, log } = options;
  const limits = { ...usualCheckLimits, ...options.limits, clock };
  const turns = new Turns(checksMax);
  return async (path, personId) => {
    const exit = await turns.runWithin(limits, personId, () => run(options, path, limits.checkMsMax));
    if (exit === 0) return "clean";
    if (exit === 1) return "infected";
    const words = "the checker of files (FILE_CHECK_COMMAND) did not answer";
    log.error({ program: command[0], exit: exit ?? "too many wait" }, words);
    return "unknown";
  };
}

/** The program's exit code, or why it has none. */
async function run(
  { command, environment, clock }: CheckOptions,
  path: string,
  msMax: number,
): Promise<number | string> {
  const [program = "", ...words] = command;
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const child = spawn(
    program,
    words.map((word) => word.replaceAll(checkedFileWord, () => path)),
    // A group of its own, which ends as a whole: the program may be a script that waits for another one.
    { stdio: "ignore", env: environment, detached: true },
  );
  const timer = clock.setTimeout(() => endGroup(child.pid), msMax);
  child.once("error", (error) => resolve(reasonOf(error)));
  child.once("exit", (code, signal) => resolve(code ?? signal ?? "ended"));
  const exit = await promise;
  clock.clearTimeout(timer);
  return exit;
}

/** A program that did not start has no group. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}
