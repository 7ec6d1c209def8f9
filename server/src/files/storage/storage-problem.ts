import type { StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import { diskTroubleOf } from "../../kernel/disk-trouble.ts";
import { type Refused, refused } from "../../kernel/outcome.ts";
import { reasonOf } from "../../kernel/startup-problem.ts";

/** The storage is full or does not respond. The attempted change was not made, or left only unpublished objects. */
export class StorageProblem extends Error {
  override readonly name = "StorageProblem";
  readonly trouble: StorageTrouble;

  constructor(trouble: StorageTrouble, cause: unknown) {
    super(`the file storage is ${trouble} (${reasonOf(cause)})`, { cause });
    this.trouble = trouble;
  }
}

const awayRetryMs = 5000;

/** Turns any error of a storage into a `StorageProblem`: what is not full counts as away. */
export const storageProblem = (error: unknown): StorageProblem =>
  error instanceof StorageProblem ? error : new StorageProblem(diskTroubleOf(error) ?? "away", error);

/** Turns a disk error into a `StorageProblem`; other errors pass through. */
export function diskProblem(error: unknown): unknown {
  const trouble = error instanceof StorageProblem ? null : diskTroubleOf(error);
  return trouble === null ? error : new StorageProblem(trouble, error);
}

/** MSG-3r: maps a failing storage or disk to 507 or 503; rethrows any other error. */
export function refusedByStorage(error: unknown): Refused {
  const problem = diskProblem(error);
  if (!(problem instanceof StorageProblem)) throw error;
  return problem.trouble === "full" ? refused("storage_full") : refused("unavailable", { retryAfterMs: awayRetryMs });
}

/** `refusedByStorage` that also reports the error (MSG-3r). */
export type RefuseByStorage = typeof refusedByStorage;
