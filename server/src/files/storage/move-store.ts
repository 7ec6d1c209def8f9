export interface MovableFile {
  readonly id: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly previewBytes: number | null;
}

export interface StoredThere {
  readonly files: number;
  readonly bytes: number;
  /** Files not yet published. */
  readonly unpublished: number;
  readonly uploads: number;
}

/** Statements of a move (MSG-3v). */
export interface MoveStore {
  listStorages(): Promise<readonly string[]>;
  countIn(storageId: string): Promise<StoredThere>;
  /** The next files by id. */
  listIn(storageId: string, afterId: string | null, take: number): Promise<readonly MovableFile[]>;
  /** Names objects before they are copied. They are removed after an hour unless `finish` withdraws that. */
  begin(toId: string, names: readonly string[]): Promise<void>;
  /** Points the file to its new storage and queues its old objects for removal; false if the copy came too late. */
  finish(file: MovableFile, fromId: string, toId: string): Promise<boolean>;
}
