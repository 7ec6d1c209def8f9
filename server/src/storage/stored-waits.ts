/** How far clocks may differ (docs/operations.md). A time further ahead was stored before some clock was set back. */
export const apartMsMax = 60_000;

export interface Backlog {
  readonly waiting: number;
  /** Age of the oldest waiting row (s); 0 if nothing waits. */
  readonly oldestSeconds: number;
}

/** WAIT-1a: SQL for whether a row's wait is over. It is also over if it has not begun yet, which means that the database's clock was set back. */
export const isOver = (row: string): string => `(${row}.next_at <= now() or ${row}.due_before > now())`;

/** SQL assignments that make a row wait this many ms from now. */
export const waitOf = (ms: string): string =>
  `next_at = now() + ${ms} * interval '1 millisecond',
   due_before = now() - least(${ms}, ${apartMsMax}) * interval '1 millisecond'`;
