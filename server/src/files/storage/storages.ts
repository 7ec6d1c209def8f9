export interface StorageRow {
  readonly id: string;
  /** As written by `writeStorageUrl`. */
  readonly url: string;
}

export interface StorageRows {
  current(): Promise<StorageRow | null>;
  find(id: string): Promise<StorageRow | null>;
  list(): Promise<readonly StorageRow[]>;
  /** Returns the current storage; the first caller of all processes creates it with the id that `identify` returns. */
  addFirst(url: string, identify: () => Promise<string>): Promise<StorageRow>;
  /** Adds the storage if it is new. */
  makeCurrent(row: StorageRow): Promise<void>;
  moveTo(row: StorageRow): Promise<void>;
}
