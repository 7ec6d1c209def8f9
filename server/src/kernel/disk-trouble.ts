import { reasonOf } from "./startup-problem.ts";

/** What can be wrong with a disk or another place for files. */
export type StorageTrouble = "full" | "away";

/** Codes of a disk's failures; a file that is not there is none of them. */
const troubles: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EIO: "away",
  EROFS: "away",
  ESTALE: "away",
  ENODEV: "away",
  ENXIO: "away",
  EACCES: "away",
  EPERM: "away",
};

/** MSG-3r: what an error says of the disk; null for any other error. */
export const diskTroubleOf = (error: unknown): StorageTrouble | null => troubles[reasonOf(error)] ?? null;

/** The same in a work folder: what is missing there was never mounted, or is no longer. */
export const workTroubleOf = (error: unknown): StorageTrouble | null =>
  reasonOf(error) === "ENOENT" ? "away" : diskTroubleOf(error);

/** For what may be gone between two looks. */
export function nullWhereAbsent(error: unknown): null {
  if (reasonOf(error) === "ENOENT") return null;
  throw error;
}
