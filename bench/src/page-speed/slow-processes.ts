import { processTree } from "../process-usage.ts";

/** How long the processes run of each period, ms. */
const periodMs = 20;

/** Halts a process and all that it started for most of the time, as on a processor so many times slower; answers how to end that. */
export function slowProcesses(parent: number, times: number): () => void {
  let timer: NodeJS.Timeout;
  const send = (signal: NodeJS.Signals): void => {
    for (const pid of processTree(parent)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // It has ended since it was listed.
        if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
      }
    }
  };
  const run = (): void => {
    send("SIGCONT");
    timer = setTimeout(halt, periodMs / times);
  };
  const halt = (): void => {
    send("SIGSTOP");
    timer = setTimeout(run, periodMs - periodMs / times);
  };
  run();
  return () => {
    clearTimeout(timer);
    send("SIGCONT");
  };
}
