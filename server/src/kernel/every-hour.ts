import type { Clock } from "./clock.ts";
import { type Log, oncePerMinute } from "./log.ts";
import { reasonOf } from "./startup-problem.ts";

interface HourlyParts {
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  /** What the log says where it fails. */
  readonly failure: string;
}

const hourMs = 60 * 60 * 1000;

/** Removes what is stored no longer, now and every hour: what fails is tried again an hour later. Answers how to end that. */
export function everyHour(remove: () => Promise<void>, { clock, log, failure }: HourlyParts): () => void {
  const logFailure = oncePerMinute<unknown>(clock, (count, error) =>
    log.warn({ count, reason: reasonOf(error) }, failure),
  );
  const attempt = (): void => void remove().catch(logFailure);
  attempt();
  const timer = clock.setInterval(attempt, hourMs);
  return () => clock.clearInterval(timer);
}
