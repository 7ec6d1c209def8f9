import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { isTimeZone } from "@cuplaj/protocol/quiet-hours.ts";
import type { EditedHours } from "../administration-shape.ts";

/** An interval of a day or the days of a holiday; a bound is empty until it is typed. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

const workday: readonly Range[] = [{ from: "08:00", to: "17:00" }];

const usualHours: OpeningHours = {
  time_zone: "Europe/Bucharest",
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [...workday] : [])),
  closures: [],
  text: { ro: "", en: "" },
};

export const editedOf = (stored: OpeningHours | null): EditedHours => ({
  isAlwaysOpen: stored === null,
  hours: stored ?? usualHours,
});

export type RangeProblem = "missing" | "order" | "overlap";

export function dayProblem(intervals: readonly Range[]): RangeProblem | null {
  if (isIncomplete(intervals)) return "missing";
  if (intervals.some(({ from, to }) => to <= from)) return "order";
  const sorted = inOrder(intervals);
  return sorted.some(({ from }, i) => from < (sorted[i - 1]?.to ?? "")) ? "overlap" : null;
}

export function closuresProblem(closures: readonly Range[]): RangeProblem | null {
  if (isIncomplete(closures)) return "missing";
  return closures.some(({ from, to }) => to < from) ? "order" : null;
}

export const isComplete = ({ week, closures, time_zone: zone }: OpeningHours): boolean =>
  week.every((day) => dayProblem(day) === null) && closuresProblem(closures) === null && isTimeZone(zone);

const isIncomplete = (ranges: readonly Range[]): boolean => ranges.some(({ from, to }) => from === "" || to === "");

const inOrder = (ranges: readonly Range[]): Range[] =>
  ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1));

/** The hours as they are saved. */
export const tidied = ({ week, closures, text, ...rest }: OpeningHours): OpeningHours => ({
  ...rest,
  week: week.map(inOrder),
  closures: inOrder(closures),
  text: { ro: text.ro.trim(), en: text.en.trim() },
});

/** The box of the form that shows that the server refused a field, such as `week.0`; null if no box does. */
export const boxOf = (field: string): string | null =>
  /^hours\.(week\.\d|closures|time_zone|text)/u.exec(field)?.[1] ?? null;

/** An input cannot show the end of a day as 24:00. */
export const typedEnd = (to: string): string => (to === "24:00" ? "00:00" : to);
export const endTyped = (typed: string): string => (typed === "00:00" ? "24:00" : typed);
