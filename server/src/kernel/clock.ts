/** A running timer; only ever handed back to the clock that made it. */
export type Timer = NodeJS.Timeout | number;

/** Time as an argument: the only way server code reads the time or waits, so that tests can push time forward. */
export interface Clock {
  /** Milliseconds since the epoch: dates alone. It may be set back or forward at any moment. */
  now(): number;
  /** Milliseconds of a clock that nobody sets: what waits and ages are measured by (WAIT-1). Its beginning means nothing. */
  steadyMs(): number;
  setTimeout(run: () => void, delayMs: number): Timer;
  clearTimeout(timer: Timer): void;
  setInterval(run: () => void, everyMs: number): Timer;
  clearInterval(timer: Timer): void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (run, everyMs) => setInterval(run, everyMs),
  clearInterval: (timer) => clearInterval(timer),
};

/** A moment of the clock (ms since the epoch) as ISO 8601 in UTC with milliseconds (ERR-4). */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The moment (ms since the epoch) that a date of HTTP names; null for what is none. */
export function momentMs(text: string): number | null {
  const ms = /^[A-Z][a-z]{2}, /u.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? null : ms;
}

/** Lets the rest of this tick run; goes on right after the event loop has asked the system for what is new. */
export const endOfTick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Waits so long by the clock. */
export const pause = (clock: Pick<Clock, "setTimeout">, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, delayMs));

/** Waits for the work, but no longer than the limit (ms); work that is late goes on by itself. */
export async function withTimeout(work: Promise<void>, limitMs: number, clock: Clock): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = clock.setTimeout(resolve, Math.max(0, limitMs));
  await Promise.race([work, timeout]).finally(() => clock.clearTimeout(timer));
}

/** Whether a calendar has this moment (ERR-4): the form alone lets February 30 pass, and PostgreSQL takes no year 0. */
export function isMoment(timestamp: string): boolean {
  const at = new Date(timestamp);
  return !Number.isNaN(at.getTime()) && at.toISOString() === timestamp && at.getUTCFullYear() > 0;
}

const romanianOffset = new Intl.DateTimeFormat("en", { timeZone: "Europe/Bucharest", timeZoneName: "longOffset" });

/** The last second of a calendar day (`2026-12-31`) in Romania, as `isoTime` writes it; null for what is no day. */
export function romanianDayEnd(day: string): string | null {
  const asUtc = `${day}T23:59:59.000Z`;
  if (!isMoment(asUtc)) return null;
  const ms = Date.parse(asUtc);
  // The clocks change at night, hours before or after.
  const hours = Number(/GMT\+(\d{2}):00/u.exec(romanianOffset.format(ms))?.[1] ?? 2);
  return isoTime(ms - hours * 3_600_000);
}
