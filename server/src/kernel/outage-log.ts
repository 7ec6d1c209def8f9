import type { Clock } from "./clock.ts";
import { reasonOf } from "./startup-problem.ts";

interface OutageParts {
  readonly log: Record<"info" | "warn", (fields: object, sentence: string) => void>;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly begun: string;
  readonly over: string;
}

/** ERR-5b: interval between lines about a lasting outage. */
export const outageLineEveryMs = 30_000;

/** Logs an outage at once, every 30 s while it lasts or comes and goes, and once when it is over. */
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
    end(): void {
      if (!isWritten) return;
      log.info({ count }, over);
      isWritten = false;
      count = 0;
    },
  };
}
