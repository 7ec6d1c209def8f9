import { type Logger, destination, pino } from "pino";

/** The server's log: one JSON object a line on stderr, so that stdout carries only what a person asked for. */
export type Log = Logger;

/** How much is written; `silent` writes nothing. */
export type LogLevel = "silent" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

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
