import { processTree } from "../process-usage.ts";

const periodMs = 20;

/** Stops a process tree for most of each period, as if the CPU were `times` slower. Returns a function that ends this. */
export function slowProcesses(parent: number, times: number): () => void {
  let timer: NodeJS.Timeout;
  const send = (signal: NodeJS.Signals): void => {
    for (const pid of processTree(parent)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
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
