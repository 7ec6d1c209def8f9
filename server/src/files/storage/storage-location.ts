import type { ObjectStorage } from "./object-storage.ts";

/** A folder or bucket that is or may become a storage. All methods except `open` reject with a `StorageProblem` if it is unavailable. */
export interface StorageLocation {
  /** The storage's id; null until identified. */
  identity(): Promise<string | null>;
  identify(id: string): Promise<void>;
  isEmpty(): Promise<boolean>;
  open(id: string): ObjectStorage;
  readonly workFolder: string;
}
