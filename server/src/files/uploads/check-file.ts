import { spawn } from "node:child_process";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { reasonOf } from "../../kernel/startup-problem.ts";
import { Turns } from "../../kernel/turns.ts";

/** The verdict of the operator's checker; `unknown` if it gave none. */
type Check = "clean" | "infected" | "unknown";
export type CheckFile = (path: string, personId: number) => Promise<Check>;

const checkedFileWord = "{file}";
/** Most checks at a time, one per person; others wait. */
const checksMax = 4;

const usualCheckLimits = {
  checkMsMax: 60_000,
  waitingMax: 200,
  waitMsMax: 60_000,
};

interface CheckOptions {
  /** The program and its arguments, run without a shell. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly limits?: Partial<typeof usualCheckLimits>;
}

/** MSG-3f: runs a program on each file. Exit code 0 means clean, 1 means infected. */
export function createFileCheck(options: CheckOptions): CheckFile {
  const { command, clock, log } = options;
  const limits = { ...usualCheckLimits, ...options.limits, clock };
  const turns = new Turns(checksMax);
  return async (path, personId) => {
    const exit = await turns.runWithin(limits, personId, () => run(options, path, limits.checkMsMax));
    if (exit === 0) return "clean";
    if (exit === 1) return "infected";
    const words = "the file checker (FILE_CHECK_COMMAND) failed";
    log.error({ program: command[0], exit: exit ?? "queue full" }, words);
    return "unknown";
  };
}

/** Returns the exit code, or the reason why it is missing. */
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
    // The program gets its own process group, killed as a whole, since it may be a script that waits for another program.
    { stdio: "ignore", env: environment, detached: true },
  );
  const timer = clock.setTimeout(() => endGroup(child.pid), msMax);
  child.once("error", (error) => resolve(reasonOf(error)));
  child.once("exit", (code, signal) => resolve(code ?? signal ?? "ended"));
  const exit = await promise;
  clock.clearTimeout(timer);
  return exit;
}

/** Does nothing if the program failed to start, since it then has no group. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}
