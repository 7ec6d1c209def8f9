import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { failureLog, type LoggedFailure, openLog, oncePerMinute } from "./log.ts";

test("[ERR-5b] a frequent line is written at once, then once a minute with its count and latest cause", () => {
  const clock = new FakeClock();
  const lines: [number, string][] = [];
  const note = oncePerMinute<string>(clock, (count, cause) => lines.push([count, cause]));
  for (const cause of ["a", "b", "c"]) note(cause);
  clock.advance(59_999);
  note("d");
  clock.advance(1);
  note("e");
  expect(lines).toEqual([
    [1, "a"],
    [4, "e"],
  ]);
});

test("[REP-1c] errors are reported whatever the log level", () => {
  const noted: LoggedFailure[] = [];
  const log = openLog("silent", (failure) => noted.push(failure));
  const bug = new TypeError("undefined is not a function");
  log.info("a line");
  log.warn({ err: bug }, "trouble");
  log.error({ err: bug, route: "GET /api/v1/me" }, "a request failed");
  log.fatal("an end");
  log.error(bug);
  expect(noted).toMatchObject([
    { thrown: bug, route: "GET /api/v1/me", sentence: "a request failed" },
    { thrown: undefined, sentence: "an end" },
    { thrown: bug },
  ]);
  for (const { logged } of noted) expect(logged.stack).toContain("log.test.ts");
});

test("[REP-1c][ERR-5b] in a loop, a bug is logged as an error with its stack, and machine trouble with its reason, at most once a minute", () => {
  const lines: [string, object, string][] = [];
  const writeTo =
    (level: string) =>
    (fields: object, sentence: string): void =>
      void lines.push([level, fields, sentence]);
  const log = { warn: writeTo("warn"), error: writeTo("error") } as unknown as Parameters<typeof failureLog>[0];
  const note = failureLog(log, new FakeClock(), "rooms could not be compared");
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const noColumn = Object.assign(new Error("column"), { code: "42703" });
  for (const error of [away, away, noColumn, new RangeError("too long")]) note(error);
  expect(lines).toEqual([
    ["warn", { count: 1, reason: "ECONNREFUSED" }, "rooms could not be compared"],
    ["error", { count: 1, err: noColumn }, "rooms could not be compared"],
  ]);
});
