import type { Clock } from "./clock.ts";
import { reasonOf } from "./startup-problem.ts";

interface OutageParts {
  readonly log: Record<"info" | "warn", (fields: object, sentence: string) => void>;
  readonly clock: Pick<Clock, "steadyMs">;
  /** What the log says while it lasts. */
  readonly begun: string;
  readonly over: string;
}

/** ERR-5b: how long an outage that goes on is not written again. */
export const outageLineEveryMs = 30_000;

/**
 * What notices again and again that something is away writes it at once, then once in 30 s, also where it comes and goes, and once when
 * it is over.
 */
export function createOutageLog({ log, clock, begun, over }: OutageParts) {
  let count = 0;
  let writtenAtMs = -Infinity;
  let isWritten = false;
  return {
    note(error: unknown): void {
      count += 1;
      if (clock.steadyMs() - writtenAtMs < outageLineEveryMs) return;
      log.warn({ count, reason: reasonOf(error) }, begun);
      writtenAtMs = clock.steadyMs();
      isWritten = true;
      count = 0;
    },
    /** Harmless where nothing is away. */
    end(): void {
      if (!isWritten) return;
      log.info({ count }, over);
      isWritten = false;
      count = 0;
    },
  };
}
