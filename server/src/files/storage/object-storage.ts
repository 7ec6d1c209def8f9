import type { Readable } from "node:stream";

export interface LocalFile {
  readonly path: string;
  /** Length of the file; `put` refuses a file of another length. */
  readonly bytes: number;
}

/** A range of bytes; `end` is inclusive and defaults to the end of the object. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number | undefined;
}

/**
 * Stores immutable objects named `{uuid}` or `{uuid}.preview` (MSG-3h). Rejects with a `StorageProblem` if the storage is full or does not respond.
 */
export interface ObjectStorage {
  /** Moves a local file into the storage, durably and completely. After a rejection, an object may exist, and the caller removes the local file. */
  put(name: string, file: LocalFile): Promise<void>;
  /** Opens an object or a range within it; null if absent. The caller reads the stream to its end or destroys it. */
  open(name: string, range?: ByteRange): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  /** Checks that new files can be written, by writing. Returns the free bytes; null if unknown. */
  probe(): Promise<number | null>;
}

export interface NamedStorage {
  readonly id: string;
  readonly storage: ObjectStorage;
}

export interface FileStorages {
  /** Returns the storage for new files and uploads. Call it for each file, since an operator may move files while the server runs. */
  current(): Promise<NamedStorage>;
  byId(storageId: string): Promise<ObjectStorage>;
  /** Local folder in which files are received and assembled; entries older than an hour are removed. */
  readonly workFolder: string;
}
