import type { Readable } from "node:stream";

/** A whole file on this machine's disk. */
export interface LocalFile {
  readonly path: string;
  /** Its length; a file of another length is not taken. */
  readonly bytes: number;
}

/** Bytes from `start` up to and with `end`; to the last one without `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number | undefined;
}

/**
 * A location for objects, which never change (MSG-3h). Names are `{uuid}` and `{uuid}.preview`; any
 * other is refused. What goes wrong with the location is a `StorageProblem`: full, or away.
 */
export interface ObjectStorage {
  /**
   * Moves a local file into the storage: when it resolves the object is durable and whole, and the local file is gone. Where it
   * rejects there is no object, or a whole one that nobody was promised; the local file is the caller's to remove.
   */
  put(name: string, file: LocalFile): Promise<void>;
  /** The object's bytes, or those of a range that lies within it; null where there is no such object. Whoever opens reads it or destroys it. */
  open(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes the object; harmless where there is none. */
  remove(name: string): Promise<void>;
}

/** A storage by the id that rows name it by. */
export interface NamedStorage {
  readonly id: string;
  readonly storage: ObjectStorage;
}

/** The storages that the rows of files name (decision 0031). */
export interface FileStorages {
  /** Where new files and uploads go, as the database says now: asked for each, since files move while the server runs. */
  current(): Promise<NamedStorage>;
  /** The storage of a row. */
  byId(storageId: string): Promise<ObjectStorage>;
  /** Folder on this machine's disk in which files are received and assembled; what lies there for an hour is removed. */
  readonly workFolder: string;
}
