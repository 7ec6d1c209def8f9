import type { Fullness } from "./rules.ts";

/** A row of `files`: what is known of a stored file, and where its objects lie. */
export interface FileRow {
  /** Random; the name of its object. */
  readonly id: string;
  readonly storageId: string;
  readonly uploaderId: number;
  /** As its sender called it. */
  readonly name: string;
  readonly bytes: number;
  readonly mime: string;
  /** SHA-256 of its bytes. */
  readonly sha256: Buffer;
  /** Size in pixels, upright; null for what is no picture or video. */
  readonly width: number | null;
  readonly height: number | null;
  readonly placeholder: Buffer | null;
  /** Length of its preview; null where it has none. */
  readonly previewBytes: number | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Most bytes that files may take, of a person and of all; null for no limit. */
export interface QuotaLimits {
  readonly perPersonMax: number | null;
  readonly installationMax: number | null;
}

/** Objects of a storage that nothing has any more, and that are named to be removed. */
export interface RemovedObjects {
  readonly storageId: string;
  readonly names: readonly string[];
}

/** Rows of files and names of objects. Nothing is put into a storage before a row names it (decision 0031). */
export interface FileStore {
  /**
   * Names a file before its objects are put; nothing is stored where it does not fit into what is left of a quota. The upload that it is
   * made of, null where it is made of none, counts no more.
   */
  claim(file: FileRow, limits: QuotaLimits, uploadId: string | null): Promise<"claimed" | Fullness>;
  /**
   * Takes back a claim that was not published, whole or not, after its last `put` has settled: its objects go with the next sweeps. False,
   * and nothing happens, where a message has the file.
   */
  release(file: Pick<FileRow, "id" | "storageId" | "previewBytes">): Promise<boolean>;
  /** Names objects that nothing else names any more, so that the sweeps remove them. */
  removeObjects(storageId: string, names: readonly string[]): Promise<void>;
  /** Objects that were named so are gone. */
  forgetObjects(storageId: string, names: readonly string[]): Promise<void>;
  find(id: string): Promise<FileRow | null>;
  /** Bytes that a person's files and unfinished uploads take, these by the length that was said; or that all have stored. */
  bytesUsed(by: number | "all"): Promise<number>;
}
