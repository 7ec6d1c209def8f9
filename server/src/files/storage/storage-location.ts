import type { ObjectStorage } from "./object-storage.ts";

/** A folder or bucket that is or may become a storage. All methods but `open` throw a `StorageProblem` if it is away. */
export interface StorageLocation {
  /** The storage's id; null until identified. */
  identity(): Promise<string | null>;
  /** Makes the location the storage with this id. */
  identify(id: string): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** Opens the storage, which must have this id. */
  open(id: string): ObjectStorage;
  /** Local folder for receiving files, created if missing. */
  readonly workFolder: string;
}
