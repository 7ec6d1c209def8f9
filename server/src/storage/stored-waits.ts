/** How far clocks may be apart (docs/operations.md): what is further ahead was stored before one of them was set back. */
export const apartMsMax = 60_000;

/** What waits to be delivered. */
export interface Backlog {
  readonly waiting: number;
  /** Age of the oldest (s); 0 where nothing waits. */
  readonly oldestSeconds: number;
}

/** WAIT-1a: whether the wait of a row is over. A moment before it began is one too: the database's clock was set back since. */
export const isOver = (row: string): string => `(${row}.next_at <= now() or ${row}.due_before > now())`;

/** Has a row wait so many ms from now. */
export const waitOf = (ms: string): string =>
  `next_at = now() + ${ms} * interval '1 millisecond',
   due_before = now() - least(${ms}, ${apartMsMax}) * interval '1 millisecond'`;
