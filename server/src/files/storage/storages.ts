export interface StorageRow {
  readonly id: string;
  /** The storage's address, as `writeStorageUrl` formats it. */
  readonly url: string;
}

export interface StorageRows {
  current(): Promise<StorageRow | null>;
  find(id: string): Promise<StorageRow | null>;
  list(): Promise<readonly StorageRow[]>;
  /** Returns the current storage. Among all processes, the first caller creates it with the id that `identify` returns. */
  addFirst(url: string, identify: () => Promise<string>): Promise<StorageRow>;
  /** Adds the storage first if it is new. */
  makeCurrent(row: StorageRow): Promise<void>;
  moveTo(row: StorageRow): Promise<void>;
}
