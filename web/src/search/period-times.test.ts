import { expect, test } from "vitest";
import { dayStart, parseTimestamp, timestampOf } from "../platform/clock.ts";
import { periodTimes } from "./late-runners.ts";

const now = parseTimestamp("2026-03-31T15:20:00");
const at = (local: string): string => timestampOf(parseTimestamp(local));

test("[FIND-3j] periods are the device's days, including the first and last of a custom one, across clock changes", () => {
  expect(periodTimes({ kind: "today" }, now)).toEqual({ from: at("2026-03-31T00:00:00") });
  expect(periodTimes({ kind: "week" }, now)).toEqual({ from: at("2026-03-25T00:00:00") });
  expect(periodTimes({ kind: "month" }, now)).toEqual({ from: at("2026-03-02T00:00:00") });
  expect(periodTimes({ kind: "days", from: "2026-03-28", until: "2026-03-29" }, now)).toEqual({
    from: at("2026-03-28T00:00:00"),
    until: at("2026-03-30T00:00:00"),
  });
  expect(periodTimes({ kind: "days", from: null, until: null }, now)).toEqual({});
  expect(dayStart(now, -31)).toBe(parseTimestamp("2026-02-28T00:00:00"));
});
