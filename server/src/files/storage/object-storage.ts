import type { Readable } from "node:stream";

export interface LocalFile {
  readonly path: string;
  /** A file of another length is refused. */
  readonly bytes: number;
}

/** Bytes from `start` to `end` inclusive; to the last one without `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number | undefined;
}

/**
 * Stores immutable objects (MSG-3q). Names are `{uuid}` and `{uuid}.preview`, others are refused. Failures are `StorageProblem`s: full or
 * away.
 */
export interface ObjectStorage {
  /**
   * Moves a local file into the storage, durably and whole. A rejected call may leave a whole object, and the caller removes the local
   * file.
   */
  put(name: string, file: LocalFile): Promise<void>;
  /** Opens an object or a range within it; null if absent. The caller reads the stream to its end or destroys it. */
  open(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes an object, if it exists. */
  remove(name: string): Promise<void>;
}

export interface NamedStorage {
  readonly id: string;
  readonly storage: ObjectStorage;
}

/** The storages that rows of files name (decision 0031). */
export interface FileStorages {
  /** The storage for new files and uploads. Ask for each file, since an operator may move files while the server runs. */
  current(): Promise<NamedStorage>;
  byId(storageId: string): Promise<ObjectStorage>;
  /** Local folder for receiving and assembling files; entries older than an hour are removed. */
  readonly workFolder: string;
}
