import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";

/** From `fromMs` until just before `toMs`, in ms since the epoch. */
export interface OpenSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A time in which the difference of a zone to UTC stays the same. */
interface Period extends OpenSpan {
  readonly offsetMs: number;
}

const minuteMs = 60_000;
export const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** HOURS-1c: how far before and after now openings are looked for. */
export const lookMs = 60 * dayMs;

const dateInUtc = new Intl.DateTimeFormat("sv", { timeZone: "UTC" });

/** HOURS-1d: the open times between two moments, in order; adjoining ones are joined. Its time zone must be known. */
export function openSpans(hours: OpeningHours, fromMs: number, toMs: number): readonly OpenSpan[] {
  const joined: OpenSpan[] = [];
  for (const period of periodsOf(offsetIn(hours.time_zone), fromMs, toMs)) {
    for (const span of spansIn(hours, period)) {
      const last = joined.at(-1);
      if (last?.toMs === span.fromMs) joined.splice(-1, 1, { fromMs: last.fromMs, toMs: span.toMs });
      else joined.push(span);
    }
  }
  return joined;
}

/** Returns how far a zone's clocks are ahead of UTC at a moment. */
function offsetIn(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  return (atMs) => {
    const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d{2}):(\d{2})/u.exec(format.format(atMs)) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  };
}

/** Halves a time until each part is at most a week long and has one offset; no zone changes its clocks there and back within a week. */
function periodsOf(offsetAt: (atMs: number) => number, fromMs: number, toMs: number): readonly Period[] {
  const offsetMs = offsetAt(fromMs);
  if (toMs - fromMs <= weekMs && offsetAt(Math.max(fromMs, toMs - 1)) === offsetMs) return [{ fromMs, toMs, offsetMs }];
  const middleMs = Math.floor((fromMs + toMs) / 2);
  return [...periodsOf(offsetAt, fromMs, middleMs), ...periodsOf(offsetAt, middleMs, toMs)];
}

function spansIn(hours: OpeningHours, { fromMs, toMs, offsetMs }: Period): readonly OpenSpan[] {
  const spans: OpenSpan[] = [];
  const lastDay = Math.floor((toMs - 1 + offsetMs) / dayMs);
  for (let day = Math.floor((fromMs + offsetMs) / dayMs); day <= lastDay; day += 1) {
    const at = (time: string): number => day * dayMs + minutesOf(time) * minuteMs - offsetMs;
    for (const { from, to } of intervalsOn(hours, day)) {
      const span = { fromMs: Math.max(fromMs, at(from)), toMs: Math.min(toMs, at(to)) };
      if (span.fromMs < span.toMs) spans.push(span);
    }
  }
  return spans;
}

/** The intervals of a day, which is counted from 1970-01-01, a Thursday. */
function intervalsOn({ week, closures }: OpeningHours, day: number): OpeningHours["week"][number] {
  const date = dateInUtc.format(day * dayMs);
  if (closures.some(({ from, to }) => from <= date && date <= to)) return [];
  return week[(day + 3) % 7]?.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from)) ?? [];
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

export const isOpen = (spans: readonly OpenSpan[], atMs: number): boolean =>
  spans.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);

/** Null if open, or if the spans have no later opening. */
export const nextOpen = (spans: readonly OpenSpan[], atMs: number): number | null =>
  isOpen(spans, atMs) ? null : (spans.find(({ fromMs }) => fromMs > atMs)?.fromMs ?? null);

/** HOURS-1e: when the closing began, at most `lookMs` ago: a longer one counts as another after that. */
export const closedSince = (spans: readonly OpenSpan[], atMs: number): number =>
  spans.findLast(({ toMs }) => toMs <= atMs)?.toMs ?? atMs - lookMs;

/** The parts of spans that lie between two moments. */
export const clipSpans = (spans: readonly OpenSpan[], fromMs: number, toMs: number): readonly OpenSpan[] =>
  spans
    .map((span) => ({ fromMs: Math.max(fromMs, span.fromMs), toMs: Math.min(toMs, span.toMs) }))
    .filter((span) => span.fromMs < span.toMs);
