/** A published file that lies elsewhere than it should. */
export interface MovableFile {
  readonly id: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly previewBytes: number | null;
}

/** What still lies in a storage. */
export interface StoredThere {
  readonly files: number;
  /** Bytes of those files. */
  readonly bytes: number;
  /** Files that are on their way into a message. */
  readonly unpublished: number;
  readonly uploads: number;
}

/** What a move asks of the tables (MSG-3v). */
export interface MoveStore {
  listStorages(): Promise<readonly string[]>;
  countIn(storageId: string): Promise<StoredThere>;
  /** The next files of a storage, in order of their ids. */
  listIn(storageId: string, afterId: string | null, take: number): Promise<readonly MovableFile[]>;
  /** Names objects before they are copied: they are removed in an hour, unless `finish` withdraws that. */
  begin(toId: string, names: readonly string[]): Promise<void>;
  /** Says where a file lies now and names its old objects to be removed; false where it was not copied in time. */
  finish(file: MovableFile, fromId: string, toId: string): Promise<boolean>;
}
