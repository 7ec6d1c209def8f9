import { type Logger, destination, pino } from "pino";
import type { Clock } from "./clock.ts";

/** The server's log: one JSON object a line on stderr, so that stdout carries only what a person asked for. */
export type Log = Logger;

/** How much is written; `silent` writes nothing. */
type LogLevel = "silent" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

/** Opens the log. Secrets never reach it: what could carry one is cut by name, wherever it stands. */
export function openLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          "authorization",
          "*.authorization",
          "headers.authorization",
          "*.headers.authorization",
          "*.password",
          "*.token",
        ],
        censor: "[cut]",
      },
    },
    destination({ fd: 2, sync: false }),
  );
}

/** A log that writes nothing, for commands and tests. */
export const silentLog: Log = pino({ level: "silent" });

const minuteMs = 60_000;

/** Writes what may happen very often: at once, then at most once a minute with how often it was and the latest cause. */
export function oncePerMinute<Cause = void>(
  clock: Pick<Clock, "now">,
  write: (count: number, cause: Cause) => void,
): (cause: Cause) => void {
  let count = 0;
  let writtenAtMs = -Infinity;
  return (cause) => {
    count += 1;
    if (clock.now() - writtenAtMs < minuteMs) return;
    write(count, cause);
    writtenAtMs = clock.now();
    count = 0;
  };
}
