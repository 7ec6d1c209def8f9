import { type Logger, destination, pino } from "pino";
import type { Clock } from "./clock.ts";
import { reasonOf } from "./startup-problem.ts";

/** The server's log: one JSON object per line on stderr, since stdout is for requested output. */
export type Log = Logger;

type LogLevel = "silent" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

export interface LoggedFailure {
  /** The `err` field of the entry, if present. */
  readonly thrown: unknown;
  /** The failed call, such as `POST /api/v1/login`. */
  readonly route: unknown;
  readonly sentence: unknown;
  /** An error created where the entry was logged; its stack shows the location. */
  readonly logged: Error;
}

/** Opens the log. Redacts `authorization`, `password` and `token` one level deep. `note` receives every error, whatever the level. */
export function openLog(level: LogLevel, note: ((failure: LoggedFailure) => void) | null = null): Log {
  const { error = 0, [level]: written = Infinity } = pino.levels.values;
  return pino(
    {
      level: note !== null && written > error ? "error" : level,
      hooks: {
        logMethod(line, write, lineLevel) {
          if (note !== null && lineLevel >= error) note(failureOf(line));
          if (lineLevel >= written) write.apply(this, line);
        },
      },
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

export const silentLog: Log = pino({ level: "silent" });

function failureOf([fields, sentence]: readonly unknown[]): LoggedFailure {
  const field = (name: string): unknown =>
    typeof fields === "object" && fields !== null ? Reflect.get(fields, name) : undefined;
  return {
    thrown: fields instanceof Error ? fields : field("err"),
    route: field("route"),
    sentence: typeof fields === "string" ? fields : sentence,
    logged: new Error("logged"),
  };
}

const minuteMs = 60_000;

/** Limits a frequent line: writes it at once, and then at most once a minute with the count and the latest cause. */
export function oncePerMinute<Cause = void>(
  clock: Pick<Clock, "steadyMs">,
  write: (count: number, cause: Cause) => void,
): (cause: Cause) => void {
  let count = 0;
  let writtenAtMs = -Infinity;
  return (cause) => {
    count += 1;
    if (clock.steadyMs() - writtenAtMs < minuteMs) return;
    write(count, cause);
    writtenAtMs = clock.steadyMs();
    count = 0;
  };
}

/** Logs failures of a loop that continues: machine and database trouble as a warning with its reason, bugs as errors with a stack. */
export function failureLog(log: Pick<Log, "warn" | "error">, clock: Pick<Clock, "steadyMs">, sentence: string) {
  const warn = oncePerMinute<unknown>(clock, (count, error) => log.warn({ count, reason: reasonOf(error) }, sentence));
  const warnOfBug = oncePerMinute<unknown>(clock, (count, error) => log.error({ count, err: error }, sentence));
  return (error: unknown): void => (isBug(error) ? warnOfBug(error) : warn(error));
}

/** SQLSTATE classes of invalid statements and values, which mean a bug. */
const wrongStatement = /^(?:22|23|42)[0-9A-Z]{3}$/u;

function isBug(error: unknown): boolean {
  const isWrongUse = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  return isWrongUse || (error instanceof Error && wrongStatement.test(reasonOf(error)));
}
