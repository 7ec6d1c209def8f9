export interface MovableFile {
  readonly id: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly previewBytes: number | null;
}

export interface StoredThere {
  readonly files: number;
  readonly bytes: number;
  readonly unpublished: number;
  readonly uploads: number;
}

export interface MoveStore {
  listStorages(): Promise<readonly string[]>;
  countIn(storageId: string): Promise<StoredThere>;
  listIn(storageId: string, afterId: string | null, take: number): Promise<readonly MovableFile[]>;
  /** Queues objects for removal in an hour before they are copied; `finish` dequeues them. */
  begin(toId: string, names: readonly string[]): Promise<void>;
  /** Points the file to its new storage and queues its old objects for removal; false if the copy came too late. */
  finish(file: MovableFile, fromId: string, toId: string): Promise<boolean>;
}
