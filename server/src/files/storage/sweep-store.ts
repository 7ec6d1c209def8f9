/** Tables of the sweep (MSG-3w). Times are ISO 8601; methods that return a boolean return true if there may be more. */
export interface SweepStore {
  /** Queues for removal the files that were claimed before `claimedBefore` and that no message uses. */
  dropFiles(claimedBefore: string): Promise<boolean>;
  /** Removes unfinished uploads and their parts, except those that a request holds. */
  dropUploads(begunBefore: string): Promise<boolean>;
  listStorages(): Promise<readonly string[]>;
  /** Dequeues the due objects that `remove` reports as gone; skips objects that other processes hold. True if there may be more. */
  removeDue(storageId: string, remove: (names: readonly string[]) => Promise<readonly string[]>): Promise<boolean>;
}
