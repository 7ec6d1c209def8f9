import { done, type Outcome, type Refused, refused } from "../../kernel/outcome.ts";
import type { FileRow, FileStore, QuotaLimits } from "./store.ts";

interface QuotaParts {
  readonly files: Pick<FileStore, "bytesUsed" | "claim">;
  readonly quota: QuotaLimits;
}

/** MSG-3s: whether so many more bytes of a person may be received. Asked before the first byte; `claimFile` decides. */
export async function checkQuota(
  { files, quota }: QuotaParts,
  uploaderId: number,
  bytes: number,
): Promise<Refused | null> {
  const { perPersonMax, installationMax } = quota;
  if (perPersonMax !== null && (await files.bytesUsed(uploaderId)) + bytes > perPersonMax) return refused("quota_full");
  const isFull = installationMax !== null && (await files.bytesUsed("all")) + bytes > installationMax;
  return isFull ? refused("storage_full") : null;
}

/** MSG-3s: names a file that is about to be stored and published; refused where it does not fit. */
export async function claimFile(
  { files, quota }: QuotaParts,
  file: FileRow,
  uploadId: string | null,
): Promise<Outcome<FileRow>> {
  const claim = await files.claim(file, quota, uploadId);
  if (claim === "claimed") return done(file);
  return refusedAsFull(claim);
}

export const refusedAsFull = (fullness: "person-full" | "installation-full"): Refused =>
  refused(fullness === "person-full" ? "quota_full" : "storage_full");
