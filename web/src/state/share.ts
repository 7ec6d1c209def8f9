/** What another app shared with this one: files, and words where there were any (SW-1h). */
export interface Share {
  readonly files: readonly File[];
  readonly text: string;
  /** Files beyond those that are taken. */
  readonly left: number;
}
