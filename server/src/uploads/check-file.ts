import { spawn } from "node:child_process";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";

/** Whether a file is harmless, as the operator's checker says; `unknown` where it says nothing. */
export type Check = "clean" | "infected" | "unknown";
export type CheckFile = (path: string) => Promise<Check>;

/** Stands for the file's path in the words of the command. */
export const checkedFileWord = "{file}";
const checkMsMax = 60_000;
/** Checks that run at once; further files wait. */
const checksMax = 4;

interface CheckOptions {
  /** The program and its arguments, none of which is read by a shell. */
  readonly command: readonly string[];
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly msMax?: number;
}

/** MSG-3f: asks a program about each file: it exits with 0 for a clean one and with 1 for one that is not. */
export function createFileCheck({ command, clock, log, msMax = checkMsMax }: CheckOptions): CheckFile {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const ask = async (path: string): Promise<Check> => {
    const exit = await run(command, path, clock, msMax);
    if (exit === 0) return "clean";
    if (exit === 1) return "infected";
    log.error({ program: command[0], exit }, "the checker of files (FILE_CHECK_COMMAND) did not answer");
    return "unknown";
  };
  return async (path) => {
    if (underWay >= checksMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay += 1;
    try {
      return await ask(path);
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
}

/** The program's exit code, or why it has none. */
async function run(command: readonly string[], path: string, clock: Clock, msMax: number): Promise<number | string> {
  const [program = "", ...words] = command;
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const child = spawn(
    program,
    words.map((word) => word.replaceAll(checkedFileWord, () => path)),
    { stdio: "ignore" },
  );
  const timer = clock.setTimeout(() => child.kill("SIGKILL"), msMax);
  child.once("error", (error) => resolve(reasonOf(error)));
  child.once("exit", (code, signal) => resolve(code ?? signal ?? "ended"));
  const exit = await promise;
  clock.clearTimeout(timer);
  return exit;
}
