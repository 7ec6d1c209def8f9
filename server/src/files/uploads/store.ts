import type { Fullness } from "../storage/rules.ts";
import type { FileRow, QuotaLimits, RemovedObjects } from "../storage/store.ts";

/** An upload in parts that no message has used yet. */
interface UploadRow extends Pick<FileRow, "id" | "storageId" | "uploaderId" | "name" | "createdAt"> {
  /** Announced length of the whole file. */
  readonly bytes: number;
}

export interface FoundUpload extends UploadRow {
  /** The objects of its parts, in order without gaps. */
  readonly parts: readonly { readonly id: string; readonly bytes: number }[];
  readonly offset: number;
}

interface NewPart {
  readonly id: string;
  readonly uploadId: string;
  readonly atByte: number;
  readonly bytes: number;
}

/** One request of any process holds an upload, renews that within `holdMs`, and stops when another asks. Writes of others are void. */
export interface UploadStore {
  create(upload: UploadRow, limits: QuotaLimits): Promise<"created" | "too-many" | Fullness>;
  /** Evicts the oldest upload that no request holds; null if all are held. */
  removeOldest(uploaderId: number): Promise<RemovedObjects | null>;
  /** Null if it is not this person's. */
  find(id: string, uploaderId: number): Promise<FoundUpload | null>;
  /** Takes the person's upload, or asks its holder to give it up. */
  hold(id: string, uploaderId: number, holder: string): Promise<"held" | "wanted" | "absent">;
  /** False if the holder should give up the upload, or has lost it. */
  keepHold(id: string, holder: string): Promise<boolean>;
  letGo(id: string, holder: string): Promise<void>;
  /** Names a part's object and counts its bytes in the quota before it is put; `lost` if another request holds the upload. */
  beginPart(part: NewPart, holder: string, limits: QuotaLimits): Promise<"begun" | "lost" | Fullness>;
  /** Counts a part as received once it is stored. */
  endPart(part: NewPart, holder: string): Promise<boolean>;
  /** Removes an upload and queues its objects for removal; null if absent. */
  remove(id: string): Promise<RemovedObjects | null>;
}

/** How long a hold lasts without renewal, for example after a crash or halt. */
export const holdMs = 5000;
