import type { Fullness } from "../storage/rules.ts";
import type { FileRow, QuotaLimits, RemovedObjects } from "../storage/store.ts";

/** An upload in parts that no message has taken over yet. */
interface UploadRow extends Pick<FileRow, "id" | "storageId" | "uploaderId" | "name" | "createdAt"> {
  /** Length of the whole, as it was said at the beginning. */
  readonly bytes: number;
}

/** An upload as far as it has come. */
export interface FoundUpload extends UploadRow {
  /** The objects of its parts, one after the other without a gap. */
  readonly parts: readonly { readonly id: string; readonly bytes: number }[];
  /** How much of it is there. */
  readonly offset: number;
}

/** A part that is about to be stored: its id is the name of its object. */
interface NewPart {
  readonly id: string;
  readonly uploadId: string;
  readonly atByte: number;
  /** Length of its object. */
  readonly bytes: number;
}

/**
 * Uploads in parts. One request holds an upload at a time, of whatever process: it is named by an id of its own, keeps its hold at least
 * every `holdMs`, and lets go soon where another one wants it. What a request that lost its hold writes, counts as nothing.
 */
export interface UploadStore {
  create(upload: UploadRow, limits: QuotaLimits): Promise<"created" | "too-many" | Fullness>;
  /** Removes the person's oldest one that no request holds; null where there is none. */
  removeOldest(uploaderId: number): Promise<RemovedObjects | null>;
  /** The person's upload; null for any other. */
  find(id: string, uploaderId: number): Promise<FoundUpload | null>;
  /** Takes the person's upload, or asks whoever holds it to let go. */
  hold(id: string, uploaderId: number, holder: string): Promise<"held" | "wanted" | "absent">;
  /** False where it should let go, or has lost it. */
  keepHold(id: string, holder: string): Promise<boolean>;
  letGo(id: string, holder: string): Promise<void>;
  /** Names the object of a part before it is put, which takes its room from now on; `lost` where another request holds the upload. */
  beginPart(part: NewPart, holder: string, limits: QuotaLimits): Promise<"begun" | "lost" | Fullness>;
  /** From now on the part, which is stored, counts. */
  endPart(part: NewPart, holder: string): Promise<boolean>;
  /** Removes an upload and names its objects to be removed; null where there is none. */
  remove(id: string): Promise<RemovedObjects | null>;
}

/** How long a hold lasts that nobody keeps: its process has died or is halted. */
export const holdMs = 5000;
