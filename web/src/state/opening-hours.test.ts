import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openingAt, openMsBetween, type OpenSpans } from "./opening-hours.ts";

const hourMs = 3_600_000;
const at = (hour: number): number => hour * hourMs;
/** Two days, from 8 to 12 and from 13 to 18 o'clock. */
const spans: OpenSpans = [0, 24].flatMap((day): OpenSpans => [
  [at(day + 8), at(day + 12)],
  [at(day + 13), at(day + 18)],
]);

const moment = fc.nat(1000);
const someSpans = fc
  .uniqueArray(moment, { maxLength: 20 })
  .map((bounds) => bounds.toSorted((one, other) => one - other))
  .map((bounds): OpenSpans => bounds.flatMap((from, i) => (i % 2 === 1 ? [] : [[from, bounds[i + 1] ?? from + 1]])));

describe("[HOURS-5] open time", () => {
  test.each([
    [9, 11, 2],
    [11, 14, 2],
    [12, 13, 0],
    [17, 33, 2],
    [19, 31, 0],
    [9, 42, 17],
    [42, 60, 0],
  ])("[HOURS-5] from %i to %i o'clock is %i h", (since, now, hours) => {
    expect(openMsBetween(spans, at(since), at(now))).toBe(at(hours));
  });

  test("[HOURS-5] includes all time before the first known span, and all time of a shop that is always open", () => {
    expect(openMsBetween(spans, at(-50), at(9))).toBe(at(59));
    expect(openMsBetween(spans, at(-50), at(-20))).toBe(at(30));
    expect(openMsBetween(null, at(1), at(30))).toBe(at(29));
    expect(openMsBetween([], at(1), at(30))).toBe(0);
  });

  test("[HOURS-5] is never negative, never more than all time, and never shrinks as time passes", () => {
    fc.assert(
      fc.property(someSpans, moment, moment, moment, (open, since, waitMs, moreMs) => {
        const [now, later] = [since + waitMs, since + waitMs + moreMs];
        const ms = openMsBetween(open, since, now);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(waitMs);
        const grown = openMsBetween(open, since, later) - ms;
        expect(grown).toBeGreaterThanOrEqual(0);
        expect(grown).toBeLessThanOrEqual(moreMs);
      }),
    );
  });
});

test("[HOURS-2] the shop opens with the next span or, beyond all spans, when the server says", () => {
  const opening = (hour: number, nextOpen: number | null = null) =>
    openingAt({ spans, nextOpen, text: { ro: "", en: "" } }, at(hour));
  expect([opening(8), opening(11.99), opening(12), opening(13)]).toEqual(["open", "open", at(13), "open"]);
  expect([opening(0), opening(20), opening(42)]).toEqual([at(8), at(32), null]);
  expect([opening(0, at(8)), opening(42, at(500)), opening(42, at(8))]).toEqual([at(8), at(500), null]);
  expect(openingAt({ spans: null, nextOpen: null, text: { ro: "", en: "" } }, 0)).toBe("open");
});
