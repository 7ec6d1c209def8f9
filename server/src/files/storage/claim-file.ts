import { done, type Outcome, type Refused, refused } from "../../kernel/outcome.ts";
import { type Fullness, fullnessWith } from "./rules.ts";
import type { FileRow, FileStore, QuotaLimits } from "./store.ts";

interface QuotaParts {
  readonly files: Pick<FileStore, "bytesUsed" | "claim">;
  readonly quota: QuotaLimits;
}

/** MSG-3s: checks before the first byte whether the quota has room; `claimFile` decides later. */
export async function checkQuota(
  { files, quota }: QuotaParts,
  uploaderId: number,
  bytes: number,
): Promise<Refused | null> {
  const fullness = await fullnessWith(bytes, quota, (of) => files.bytesUsed(of === "person" ? uploaderId : "all"));
  return fullness && refusedAsFull(fullness);
}

export async function claimFile(
  { files, quota }: QuotaParts,
  file: FileRow,
  uploadId: string | null,
): Promise<Outcome<FileRow>> {
  const claim = await files.claim(file, quota, uploadId);
  if (claim === "claimed") return done(file);
  return refusedAsFull(claim);
}

export const refusedAsFull = (fullness: Fullness): Refused =>
  refused(fullness === "person-full" ? "quota_full" : "storage_full");
