/** A row of `storages`. */
export interface StorageRow {
  readonly id: string;
  /** As `writeStorageUrl` writes it. */
  readonly url: string;
}

/** The rows of `storages`. */
export interface StorageRows {
  current(): Promise<StorageRow | null>;
  find(id: string): Promise<StorageRow | null>;
  /** All of them, the oldest first. */
  list(): Promise<readonly StorageRow[]>;
  /**
   * The current storage; where there is none, the one that `identify` answers the id of becomes it, in the turn of one process after
   * the other.
   */
  addFirst(url: string, identify: () => Promise<string>): Promise<StorageRow>;
  /** Makes a storage the current one, which may be new; at the address of the row. */
  makeCurrent(row: StorageRow): Promise<void>;
  /** Says where a storage is now. */
  moveTo(row: StorageRow): Promise<void>;
}
