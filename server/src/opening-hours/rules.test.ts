import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { clipSpans, closedSince, dayMs, isOpen, nextOpen, openSpans, type OpenSpan } from "./rules.ts";

const minuteMs = 60_000;
const at = (time: string): number => Number(new Date(`2026-${time}Z`));
const shown = (spans: readonly OpenSpan[]): readonly string[] =>
  spans.map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join(" "));
const usual = exampleOf(OpeningHours);
const spansOf = (from: string, to: string, hours: Partial<OpeningHours> = {}) =>
  shown(openSpans({ ...usual, ...hours }, at(from), at(to)));

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Returns what a zone's clocks show: date, number of the weekday, and time. */
function clockIn(timeZone: string): (ms: number) => readonly [date: string, day: number, time: string] {
  const format = new Intl.DateTimeFormat("en-GB", {
    ...({ timeZone, year: "numeric", month: "2-digit", day: "2-digit", weekday: "short" } as const),
    ...({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const),
  });
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const { year, month, day, weekday = "", hour, minute } = parts;
    return [`${year}-${month}-${day}`, weekdays.indexOf(weekday), `${hour}:${minute}`];
  };
}

/** Three days around each change of clocks, minute by minute. Lord Howe changes them by half an hour. */
const changes = [
  { zone: "Europe/Bucharest", day: "03-29" },
  { zone: "Europe/Bucharest", day: "10-25" },
  { zone: "Australia/Lord_Howe", day: "04-04" },
  { zone: "Australia/Lord_Howe", day: "10-03" },
].map(({ zone, day }) => {
  const beganMs = at(`${day}T00:00`) - dayMs;
  const clock = clockIn(zone);
  return {
    zone,
    beganMs,
    minutes: Array.from({ length: 3 * 1440 }, (_, minute) => clock(beganMs + minute * minuteMs)),
  };
});

const timeOf = (quarters: number): string =>
  `${String(Math.floor(quarters / 4)).padStart(2, "0")}:${String((quarters % 4) * 15).padStart(2, "0")}`;

/** Intervals between cuts of a day, in any order; some adjoin. Half of the cuts are at night, when clocks change. */
const intervals = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 4, max: 20 })), { maxLength: 7 })
  .map((cuts) => cuts.toSorted((a, b) => a - b))
  .chain((cuts) =>
    fc.shuffledSubarray(cuts.slice(1).map((to, index) => ({ from: timeOf(cuts[index] ?? 0), to: timeOf(to) }))),
  );

const isOpenBy = ({ week, closures }: OpeningHours, [date, day, time]: readonly [string, number, string]): boolean =>
  !closures.some(({ from, to }) => from <= date && date <= to) &&
  week[day]?.some(({ from, to }) => from <= time && time < to) === true;

describe("open times", () => {
  test("[HOURS-1d] are those at which the clocks of the zone show an interval, on days on which they change too", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.array(intervals, { minLength: 7, maxLength: 7 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 4319 }), fc.integer({ min: 0, max: 4319 })), { maxLength: 1 }),
        fc.tuple(fc.integer({ min: 0, max: 4320 }), fc.integer({ min: 0, max: 4320 })),
        ({ zone, beganMs, minutes }, week, closed, ends) => {
          const dateAt = (minute: number): string => minutes[minute]?.[0] ?? "";
          const closures = closed.map((pair) => ({ from: dateAt(Math.min(...pair)), to: dateAt(Math.max(...pair)) }));
          const hours = { time_zone: zone, week, closures, text: { ro: "", en: "" } };
          const [first, end] = [Math.min(...ends), Math.max(...ends)];
          const spans = openSpans(hours, beganMs + first * minuteMs, beganMs + end * minuteMs);
          const expected = minutes.slice(first, end).map((minute) => isOpenBy(hours, minute));
          const found = expected.map((_, index) => isOpen(spans, beganMs + (first + index) * minuteMs));
          expect(found).toEqual(expected);
          const bounds = spans.flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
          expect(bounds.every((bound, index) => index === 0 || (bounds[index - 1] ?? 0) < bound)).toBe(true);
          expect(bounds.every((bound) => bound % minuteMs === 0)).toBe(true);
        },
      ),
    );
  });

  test("[HOURS-1d] leave out holidays, and join over midnight", () => {
    // Romania is UTC+2 in winter. 23 December 2026 is a Wednesday.
    expect(spansOf("12-23T12:00", "12-29T10:00")).toEqual([
      "12-23T12:00 12-23T16:00",
      "12-28T06:00 12-28T10:30",
      "12-28T11:00 12-28T16:00",
      "12-29T06:00 12-29T10:00",
    ]);
    const week = Array.from({ length: 7 }, () => [{ from: "00:00", to: "24:00" }]);
    expect(spansOf("12-20T12:34", "12-29T10:00", { week })).toEqual([
      "12-20T12:34 12-23T22:00",
      "12-27T22:00 12-29T10:00",
    ]);
    expect(spansOf("12-20T12:34", "12-20T12:34", { week })).toEqual([]);
  });

  test("[HOURS-1d] last an hour more or less when the clocks change within an interval", () => {
    const week = Array.from({ length: 7 }, () => [{ from: "02:00", to: "05:00" }]);
    expect(spansOf("03-28T12:00", "03-29T12:00", { week })).toEqual(["03-29T00:00 03-29T02:00"]);
    expect(spansOf("10-24T12:00", "10-25T12:00", { week })).toEqual(["10-24T23:00 10-25T03:00"]);
  });
});

test("[HOURS-1c] a closing lies between the end of an open time and the next opening", () => {
  const spans = openSpans(usual, at("12-01T00:00"), at("12-31T00:00"));
  const [end, opening] = [at("12-23T16:00"), at("12-28T06:00")];
  expect([end - 1, end, opening - 1, opening].map((ms) => isOpen(spans, ms))).toEqual([true, false, false, true]);
  expect([end - 1, end, opening - 1, opening].map((ms) => nextOpen(spans, ms))).toEqual([null, opening, opening, null]);
  expect([end, opening - 1].map((ms) => closedSince(spans, ms))).toEqual([end, end]);
  expect([nextOpen([], end), closedSince([], end)]).toEqual([null, end - 60 * dayMs]);
  expect(shown(clipSpans(spans, at("12-23T15:00"), at("12-28T08:00")))).toEqual([
    "12-23T15:00 12-23T16:00",
    "12-28T06:00 12-28T08:00",
  ]);
});
