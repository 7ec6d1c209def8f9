import { tmpdir } from "node:os";
import { onTestFinished } from "vitest";
import { type Clock, systemClock, type Timer } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { type Config, readConfig } from "../settings/config.ts";
import { startServer } from "../start/start-server.ts";
import { runOperatorCommand } from "../start/run-operator-command.ts";
import { type EndedProcess, sharedStorage } from "./server-process.ts";

interface ServerHere {
  /** The address that `main.ts` would print, without the trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

const configOf = (settings: Record<string, string>): Config =>
  readConfig({ ...sharedStorage(settings["DATABASE_URL"]), ...settings }, tmpdir());

/** Starts what `main.ts` starts, but in this process and at a fraction of the cost. It is stopped after the test. */
export async function startHere(settings: Record<string, string>): Promise<ServerHere> {
  const { clock, clearAll } = clearableClock();
  try {
    const server = await startServer(configOf({ PORT: "0", ...settings }), clock, silentLog);
    onTestFinished(() => server.stop());
    return { url: server.address.replace(/\/$/u, ""), stop: () => server.stop() };
  } catch (error) {
    // A failed startup leaves its timers running, since its process usually ends.
    clearAll();
    throw error;
  }
}

/** Creates the machine's clock, with timers that can be cleared together. */
function clearableClock(): { readonly clock: Clock; readonly clearAll: () => void } {
  const [intervals, timeouts] = [new Set<Timer>(), new Set<Timer>()];
  const clock: Clock = {
    ...systemClock,
    setInterval: (...given) => {
      const timer = systemClock.setInterval(...given);
      intervals.add(timer);
      return timer;
    },
    setTimeout: (...given) => {
      const timer = systemClock.setTimeout(...given);
      timeouts.add(timer);
      return timer;
    },
  };
  return {
    clock,
    clearAll() {
      for (const timer of intervals) systemClock.clearInterval(timer);
      for (const timer of timeouts) systemClock.clearTimeout(timer);
    },
  };
}

/** Returns the sentence that a failed startup prints before it exits with code 1. */
export async function startProblem(settings: Record<string, string>): Promise<string> {
  try {
    await startHere(settings);
  } catch (error) {
    if (error instanceof StartupProblem) return error.message;
    throw error;
  }
  throw new Error("nothing was in the way");
}

/** Runs an operator command in this process, with the settings of a server and no terminal. */
export async function runHere(
  words: readonly string[],
  settings: Record<string, string>,
  input = "",
): Promise<EndedProcess> {
  let [stdout, stderr] = ["", ""];
  const exitCode = await runOperatorCommand(words, {
    readConfig: () => configOf(settings),
    ...{ askPassword: null, askLine: null, readStdin: () => Promise.resolve(input) },
    isTerminal: false,
    stopBackup: () => new AbortController().signal,
    print: (text) => void (stdout += `${text}\n`),
    say: (line) => void (stderr += `${line}\n`),
  });
  return { exitCode, stdout, stderr };
}
