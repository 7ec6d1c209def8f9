import { isDeepStrictEqual } from "node:util";
import { openSpansAheadDaysMax, openSpansPastDaysMax } from "@cuplaj/protocol/limits.ts";
import type { OpeningHours, ShownHours } from "@cuplaj/protocol/opening-hours.ts";
import { isTimeZone } from "@cuplaj/protocol/quiet-hours.ts";
import { type Clock, isoTime, withTimeout } from "../kernel/clock.ts";
import { clipSpans, dayMs, isOpen, lookMs, nextOpen, openSpans, type OpenSpan } from "./rules.ts";
import type { HoursStore } from "./store.ts";

export interface KnownHours {
  readonly hours: OpeningHours;
  readonly spans: readonly OpenSpan[];
  readonly countedAtMs: number;
}

/** HOURS-1b: a copy older than this is read again when it is used; together with the longest wait, this makes 2 s. */
const freshMs = 1000;
const readMsMax = 1000;
/** Counting the spans of `lookMs` takes a millisecond or two, so they stay this long if the hours do. */
const recountMs = 3_600_000;

export type CurrentHours = ReturnType<typeof createCurrentHours>;

/** This process's copy of the opening hours. */
export function createCurrentHours({
  hours,
  clock,
}: {
  readonly hours: Pick<HoursStore, "read">;
  readonly clock: Clock;
}) {
  let known: KnownHours | null = null;
  let readAtMs = -Infinity;
  let reading: Promise<void> | null = null;

  const read = async (): Promise<void> => {
    const startedAtMs = clock.steadyMs();
    // ERR-5: while the database is down, the last known hours count.
    const stored = await hours.read().catch(() => undefined);
    reading = null;
    readAtMs = startedAtMs;
    if (stored !== undefined) known = stored === null ? null : toKnown(stored, known, clock.now());
  };

  /** Returns null if the shop is always open. */
  const find = async (): Promise<KnownHours | null> => {
    if (clock.steadyMs() - readAtMs >= freshMs) await withTimeout((reading ??= read()), readMsMax, clock);
    return known;
  };

  return {
    find,
    forget(): void {
      readAtMs = -Infinity;
    },
    async show(): Promise<ShownHours> {
      const found = await find();
      return found === null ? alwaysOpen : toShown(found, clock.now());
    },
  };
}

function toKnown(hours: OpeningHours, before: KnownHours | null, nowMs: number): KnownHours | null {
  const isRecent = before !== null && Math.abs(nowMs - before.countedAtMs) < recountMs;
  if (isRecent && isDeepStrictEqual(hours, before.hours)) return before;
  // A zone may be known only to a newer Node.
  if (!isTimeZone(hours.time_zone)) return null;
  return { hours, spans: openSpans(hours, nowMs - lookMs, nowMs + lookMs), countedAtMs: nowMs };
}

const alwaysOpen: ShownHours = { open: true, next_open: null, text: { ro: "", en: "" }, spans: null };

function toShown({ hours: { text }, spans }: KnownHours, nowMs: number): ShownHours {
  const opensAtMs = nextOpen(spans, nowMs);
  const shown = clipSpans(spans, nowMs - openSpansPastDaysMax * dayMs, nowMs + openSpansAheadDaysMax * dayMs);
  return {
    open: isOpen(spans, nowMs),
    next_open: opensAtMs === null ? null : isoTime(opensAtMs),
    text,
    spans: shown.map(({ fromMs, toMs }) => ({ from: isoTime(fromMs), to: isoTime(toMs) })),
  };
}
