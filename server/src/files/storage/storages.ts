export interface StorageRow {
  readonly id: string;
  /** As written by `writeStorageUrl`. */
  readonly url: string;
}

export interface StorageRows {
  current(): Promise<StorageRow | null>;
  find(id: string): Promise<StorageRow | null>;
  /** Oldest first. */
  list(): Promise<readonly StorageRow[]>;
  /** Returns the current storage; if there is none, makes it the one that `identify` returns the id of. Processes take turns. */
  addFirst(url: string, identify: () => Promise<string>): Promise<StorageRow>;
  /** Makes a storage current, adding it if it is new, and sets its address. */
  makeCurrent(row: StorageRow): Promise<void>;
  /** Changes a storage's address. */
  moveTo(row: StorageRow): Promise<void>;
}
