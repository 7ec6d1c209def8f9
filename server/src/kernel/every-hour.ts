import type { Clock } from "./clock.ts";
import { failureLog, type Log } from "./log.ts";

interface HourlyParts {
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
  /** What the log says where it fails. */
  readonly failure: string;
}

const hourMs = 60 * 60 * 1000;

/**
 * Removes what is stored no longer, now and every hour: what fails is tried again an hour later, and what takes long looks at `ending`.
 * Answers how to end that.
 */
export function everyHour(
  remove: (ending: AbortSignal) => Promise<void>,
  { clock, log, failure }: HourlyParts,
): () => void {
  const ending = new AbortController();
  const logFailure = failureLog(log, clock, failure);
  const attempt = (): void => void remove(ending.signal).catch(logFailure);
  attempt();
  const timer = clock.setInterval(attempt, hourMs);
  return () => {
    ending.abort();
    clock.clearInterval(timer);
  };
}
