import type { ObjectStorage } from "./object-storage.ts";

/** A folder or bucket that is or may become a storage. All methods but `open` throw a `StorageProblem` if it is away. */
export interface StorageLocation {
  /** The storage's id; null until identified. */
  identity(): Promise<string | null>;
  identify(id: string): Promise<void>;
  isEmpty(): Promise<boolean>;
  open(id: string): ObjectStorage;
  readonly workFolder: string;
}
