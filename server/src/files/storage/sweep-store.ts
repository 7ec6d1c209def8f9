/** Tables of the sweep (MSG-3w). Times are ISO 8601; methods that return a boolean say whether there may be more. */
export interface SweepStore {
  /** Queues files for removal that no message took since `claimedBefore`. */
  dropFiles(claimedBefore: string): Promise<boolean>;
  /** Drops unfinished uploads with their parts, except those that a request holds. */
  dropUploads(begunBefore: string): Promise<boolean>;
  /** Storages with objects to remove. */
  listStorages(): Promise<readonly string[]>;
  /**
   * Passes due objects that no other process is removing to `remove`, and forgets those that it returns as gone. True if all were removed
   * and there may be more.
   */
  removeDue(storageId: string, remove: (names: readonly string[]) => Promise<readonly string[]>): Promise<boolean>;
}
