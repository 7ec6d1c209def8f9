/** Tables of the sweep (MSG-3w). Times are ISO 8601; methods that return a boolean say whether there may be more. */
export interface SweepStore {
  /** Queues files for removal that were claimed before `claimedBefore` and that no message took. */
  dropFiles(claimedBefore: string): Promise<boolean>;
  /** Removes unfinished uploads with their parts, except those that a request holds. */
  dropUploads(begunBefore: string): Promise<boolean>;
  listStorages(): Promise<readonly string[]>;
  /** Forgets the due objects that `remove` reports as gone; skips objects that other processes hold. True if there may be more. */
  removeDue(storageId: string, remove: (names: readonly string[]) => Promise<readonly string[]>): Promise<boolean>;
}
