import { dayStart, parseTimestamp, timestampOf } from "../platform/clock.ts";
import type { SearchPeriod } from "./search-shape.ts";

/** How many days before today the last days begin. */
const daysBefore = { today: 0, week: 6, month: 29 } as const;

/** When a period begins and ends, as the wire tells it: from that moment, and before this one. */
export function periodTimes(period: SearchPeriod, now: number): { readonly from?: string; readonly until?: string } {
  if (period.kind !== "days") return { from: timestampOf(dayStart(now, -daysBefore[period.kind])) };
  const { from, until } = period;
  return {
    ...(from === null ? {} : { from: timestampOf(startOf(from)) }),
    // That day is included.
    ...(until === null ? {} : { until: timestampOf(dayStart(startOf(until), 1)) }),
  };
}

/** Without a time zone it is the device's own. */
const startOf = (day: string): number => parseTimestamp(`${day}T00:00:00`);
