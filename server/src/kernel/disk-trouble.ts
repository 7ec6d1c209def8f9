import type { StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import { reasonOf } from "./startup-problem.ts";

/** Error codes of failing disks; a missing file does not count. */
const troubles: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EIO: "away",
  EROFS: "away",
  ESTALE: "away",
  ENODEV: "away",
  ENXIO: "away",
  ENOTDIR: "away",
  ENOTCONN: "away",
  EACCES: "away",
  EPERM: "away",
};

/** MSG-3r: the disk trouble behind an error; null for other errors. */
export const diskTroubleOf = (error: unknown): StorageTrouble | null => troubles[reasonOf(error)] ?? null;

/** Like `diskTroubleOf`, for a work folder, where a missing path means that the disk is not mounted. */
export const workTroubleOf = (error: unknown): StorageTrouble | null =>
  reasonOf(error) === "ENOENT" ? "away" : diskTroubleOf(error);

export function nullWhereAbsent(error: unknown): null {
  if (reasonOf(error) === "ENOENT") return null;
  throw error;
}
