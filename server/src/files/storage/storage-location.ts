import type { ObjectStorage } from "./object-storage.ts";

/** A folder or bucket that is a storage, or may become one. Everything but `open` fails with a `StorageProblem` where it is away. */
export interface StorageLocation {
  /** The id of the storage that it is; null where it is none yet. */
  identity(): Promise<string | null>;
  /** Makes it the storage with this id. */
  identify(id: string): Promise<void>;
  /** Whether no object lies there. */
  isEmpty(): Promise<boolean>;
  /** The storage, which it must be by this id. */
  open(id: string): ObjectStorage;
  /** Folder on this machine's disk in which files for it are received; made where it is missing. */
  readonly workFolder: string;
}
