/** A running timer; pass it only to the clock that created it. */
export type Timer = NodeJS.Timeout | number;

/** Server code reads the time and waits only through this interface, so that tests can control time. */
export interface Clock {
  /** Milliseconds since the epoch. Use it only for dates, since the wall clock may be set forward or back at any moment. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary origin, for waits and ages (WAIT-1). */
  steadyMs(): number;
  setTimeout(run: () => void, delayMs: number): Timer;
  clearTimeout(timer: Timer): void;
  setInterval(run: () => void, everyMs: number): Timer;
  clearInterval(timer: Timer): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (run, everyMs) => setInterval(run, everyMs),
  clearInterval: (timer) => clearInterval(timer),
};

/** Formats ms since the epoch as ISO 8601 in UTC with milliseconds (ERR-4). */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Parses an HTTP date to ms since the epoch; null if invalid. */
export function momentMs(text: string): number | null {
  const ms = /^[A-Z][a-z]{2}, /u.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? null : ms;
}

/** Resolves at the end of this tick, right after the event loop has polled for I/O. */
export const endOfTick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export const pause = (clock: Pick<Clock, "setTimeout">, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, delayMs));

/** Waits at most `limitMs` for the work, which continues if it takes longer. */
export async function withTimeout(work: Promise<void>, limitMs: number, clock: Clock): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = clock.setTimeout(resolve, Math.max(0, limitMs));
  await Promise.race([work, timeout]).finally(() => clock.clearTimeout(timer));
}

/** Whether a timestamp exists in the calendar (ERR-4): the pattern allows February 30, and PostgreSQL rejects year 0. */
export function isMoment(timestamp: string): boolean {
  const at = new Date(timestamp);
  return !Number.isNaN(at.getTime()) && at.toISOString() === timestamp && at.getUTCFullYear() > 0;
}

const romanianOffset = new Intl.DateTimeFormat("en", { timeZone: "Europe/Bucharest", timeZoneName: "longOffset" });

/** The last second of a calendar day (`2026-12-31`) in Romania, as ISO 8601 in UTC; null if invalid. */
export function romanianDayEnd(day: string): string | null {
  const asUtc = `${day}T23:59:59.000Z`;
  if (!isMoment(asUtc)) return null;
  const ms = Date.parse(asUtc);
  // Daylight saving time begins and ends at night, hours away from this time.
  const hours = Number(/GMT\+(\d{2}):00/u.exec(romanianOffset.format(ms))?.[1] ?? 2);
  return isoTime(ms - hours * 3_600_000);
}
