/** What the sweep finds in the tables and removes from them (MSG-3w); times are ISO 8601. */
export interface SweepStore {
  /** Moves files that no message took since then to the objects to remove; answers whether there may be more. */
  dropFiles(claimedBefore: string): Promise<boolean>;
  /** The same for uploads that nobody finished since then, with their parts; not those that a request has in its hands. */
  dropUploads(begunBefore: string): Promise<boolean>;
  /** Storages that have objects to remove. */
  listStorages(): Promise<readonly string[]>;
  /**
   * Lets some objects of a storage be removed that are due, which nobody else is removing, and forgets those of which `remove` answers
   * that they are gone; answers whether there may be more, and all of these were removed.
   */
  removeDue(storageId: string, remove: (names: readonly string[]) => Promise<readonly string[]>): Promise<boolean>;
}
