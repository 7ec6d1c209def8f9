import type { Fullness } from "./rules.ts";

export interface FileRow {
  /** A random id, and the name of the file's object. */
  readonly id: string;
  readonly storageId: string;
  readonly uploaderId: number;
  /** The name as the sender typed it. */
  readonly name: string;
  readonly bytes: number;
  readonly mime: string;
  readonly sha256: Buffer;
  /** Pixels of the upright image; null if it is not a picture or video. */
  readonly width: number | null;
  readonly height: number | null;
  readonly placeholder: Buffer | null;
  /** Null without a preview. */
  readonly previewBytes: number | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Most bytes per person and in total; null means no limit. */
export interface QuotaLimits {
  readonly perPersonMax: number | null;
  readonly installationMax: number | null;
}

export interface RemovedObjects {
  readonly storageId: string;
  readonly names: readonly string[];
}

/** Rows of files and names of objects. A row names an object before it is put into a storage (decision 0031). */
export interface FileStore {
  /** Records a file before its objects are put, if the quotas have room. The upload that the file came from no longer counts. */
  claim(file: FileRow, limits: QuotaLimits, uploadId: string | null): Promise<"claimed" | Fullness>;
  /** Withdraws an unpublished claim after its last `put`; the sweeps remove its objects. False if a message uses the file. */
  release(file: Pick<FileRow, "id" | "storageId" | "previewBytes">): Promise<boolean>;
  removeObjects(storageId: string, names: readonly string[]): Promise<void>;
  forgetObjects(storageId: string, names: readonly string[]): Promise<void>;
  find(id: string): Promise<FileRow | null>;
  /** Bytes of a person's files and announced uploads, or all bytes stored. */
  bytesUsed(by: number | "all"): Promise<number>;
}
