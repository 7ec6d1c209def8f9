import type { Fullness } from "../storage/rules.ts";
import type { FileRow, QuotaLimits, RemovedObjects } from "../storage/store.ts";

/** An upload in parts that no message uses yet. */
interface UploadRow extends Pick<FileRow, "id" | "storageId" | "uploaderId" | "name" | "createdAt"> {
  /** Declared length of the whole file. */
  readonly bytes: number;
}

export interface FoundUpload extends UploadRow {
  /** The objects of the upload's parts, in order and without gaps. */
  readonly parts: readonly { readonly id: string; readonly bytes: number }[];
  readonly offset: number;
}

interface NewPart {
  readonly id: string;
  readonly uploadId: string;
  readonly atByte: number;
  readonly bytes: number;
}

/**
 * Uploads and their holds. One request among all processes holds an upload, renews the hold within `holdMs`, and stops when another asks. Writes of
 * other requests are void.
 */
export interface UploadStore {
  create(upload: UploadRow, limits: QuotaLimits): Promise<"created" | "too-many" | Fullness>;
  /** Evicts the oldest upload that no request holds; null if all are held. */
  removeOldest(uploaderId: number): Promise<RemovedObjects | null>;
  /** Null if the upload does not belong to this person. */
  find(id: string, uploaderId: number): Promise<FoundUpload | null>;
  /** Takes the hold of a person's upload, or asks its holder to release it. */
  hold(id: string, uploaderId: number, holder: string): Promise<"held" | "wanted" | "absent">;
  /** Renews a hold; false if the holder should release it or has lost it. */
  keepHold(id: string, holder: string): Promise<boolean>;
  letGo(id: string, holder: string): Promise<void>;
  /** Records a part's object and counts its bytes in the quota, before the object is put; `lost` if another request holds the upload. */
  beginPart(part: NewPart, holder: string, limits: QuotaLimits): Promise<"begun" | "lost" | Fullness>;
  /** Counts a part as received, once its object is stored. */
  endPart(part: NewPart, holder: string): Promise<boolean>;
  /** Removes an upload and queues its objects for removal; null if it does not exist. */
  remove(id: string): Promise<RemovedObjects | null>;
}

/** How long a hold lasts without renewal, for example after a crash or stall. */
export const holdMs = 5000;
