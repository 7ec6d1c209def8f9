import { parseTimestamp } from "../platform/clock.ts";
import { dayNumber } from "../platform/today.ts";

/** Times are ms since the epoch, shown in the device's time zone. */

type Style =
  | "time"
  | "hour"
  | "weekday"
  | "long-weekday"
  | "short-date"
  | "dated"
  | "long-date"
  | "full-date"
  | "moment"
  | "month";

const options: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  hour: { hour: "numeric", minute: "2-digit", hourCycle: "h23" },
  weekday: { weekday: "short" },
  "long-weekday": { weekday: "long" },
  "short-date": { day: "numeric", month: "short" },
  dated: { day: "numeric", month: "short", year: "numeric" },
  "long-date": { weekday: "long", day: "numeric", month: "long" },
  "full-date": { day: "numeric", month: "long", year: "numeric" },
  moment: { dateStyle: "long", timeStyle: "short", hourCycle: "h23" },
  month: { month: "long", year: "numeric" },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached: creating one costs a hundred times as much as using it. */
function written(at: number, locale: string, style: Style): string {
  const key = `${locale} ${style}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(regionOf(locale), options[style]);
  formats.set(key, known);
  return known.format(at);
}

/** Formats dates as in European English: "2 March", not "March 2". */
export const regionOf = (locale: string): string => (locale === "en" ? "en-GB" : "ro-RO");

/** "8:00", as people say an opening hour. */
export const hourLabel = (at: number, locale: string): string => written(at, locale, "hour");
export const weekdayLabel = (at: number, locale: string): string => written(at, locale, "long-weekday");
/** "luni, 30 noiembrie" */
export const longDateLabel = (at: number, locale: string): string => written(at, locale, "long-date");

export const timeLabel = (at: number, locale: string): string => written(at, locale, "time");

/** "3 martie 2026 la 14:05": the exact moment, for tooltips and screen readers. */
export const momentLabel = (at: number | string, locale: string): string =>
  written(typeof at === "string" ? parseTimestamp(at) : at, locale, "moment");

export const dateLabel = (at: number, locale: string): string => written(at, locale, "full-date");
export const monthLabel = (at: number, locale: string): string => written(at, locale, "month");

/** A short age for a list's corner: "14:05", "ieri", "lun.", "3 mar.", "3 mar. 2025". */
export function shortTimeLabel(at: number, now: number, locale: string, yesterday: string): string {
  const age = dayNumber(now) - dayNumber(at);
  if (age <= 0) return written(at, locale, "time");
  if (age === 1) return yesterday;
  if (age < 7) return written(at, locale, "weekday");
  return written(at, locale, age < 180 ? "short-date" : "dated");
}

/** A day heading among messages: "azi", "ieri", "luni, 3 martie", with the year for old ones. */
export function dayLabel(
  at: number,
  now: number,
  locale: string,
  words: { readonly today: string; readonly yesterday: string },
): string {
  const age = dayNumber(now) - dayNumber(at);
  if (age === 0) return words.today;
  if (age === 1) return words.yesterday;
  return written(at, locale, age > 0 && age < 180 ? "long-date" : "full-date");
}
