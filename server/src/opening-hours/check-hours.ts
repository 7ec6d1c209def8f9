import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { isTimeZone } from "@cuplaj/protocol/quiet-hours.ts";
import { isMoment } from "../kernel/clock.ts";

/** HOURS-1a: the first field that is not valid, such as `hours.week.0`; null if all are. */
export function wrongField({ time_zone: timeZone, week, closures }: OpeningHours): string | null {
  if (!isTimeZone(timeZone)) return "hours.time_zone";
  const day = week.findIndex((intervals) => !areInOrder(intervals));
  if (day !== -1) return `hours.week.${day}`;
  const closure = closures.findIndex(({ from, to }) => !isDate(from) || !isDate(to) || from > to);
  return closure === -1 ? null : `hours.closures.${closure}`;
}

/** Whether intervals last a while and do not overlap, in whatever order they are. Times with leading zeros sort as text. */
function areInOrder(intervals: OpeningHours["week"][number]): boolean {
  const sorted = intervals.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return sorted.every(({ from, to }, index) => from < to && (sorted[index - 1]?.to ?? "") <= from);
}

const isDate = (date: string): boolean => isMoment(`${date}T00:00:00.000Z`);
