export interface Clock {
  readonly now: () => number;
  readonly later: (delayMs: number, run: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export const parseTimestamp = (iso: string): number => Date.parse(iso);
export const timestampOf = (ms: number): string => new Date(ms).toISOString();

/** Local midnight, `days` days after the day of `at`, in ms since the epoch. */
export function dayStart(at: number, days: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}
