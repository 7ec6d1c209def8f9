/** The time and the only kind of timer. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs once after a delay in ms; its result cancels it. */
  readonly later: (delayMs: number, run: () => void) => () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A timestamp of the wire (ERR-4) as ms since the epoch. */
export const parseTimestamp = (iso: string): number => Date.parse(iso);

/** A time in ms since the epoch as the wire writes it: ISO 8601, UTC. */
export const timestampOf = (ms: number): string => new Date(ms).toISOString();

/** When a calendar day of this device begins, some days before or after that of a moment, in ms since the epoch. */
export function dayStart(at: number, days: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}
