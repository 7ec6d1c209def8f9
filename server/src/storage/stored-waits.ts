/** How far clocks may differ (docs/operations.md); a time further ahead was stored before some clock was set back. */
export const apartMsMax = 60_000;

export interface Backlog {
  readonly waiting: number;
  /** Age of the oldest (s); 0 if nothing waits. */
  readonly oldestSeconds: number;
}

/** WAIT-1a: SQL: whether a row's wait is over. It is also over if now is before its beginning: the database's clock was set back. */
export const isOver = (row: string): string => `(${row}.next_at <= now() or ${row}.due_before > now())`;

/** SQL: makes a row wait this many ms from now. */
export const waitOf = (ms: string): string =>
  `next_at = now() + ${ms} * interval '1 millisecond',
   due_before = now() - least(${ms}, ${apartMsMax}) * interval '1 millisecond'`;
