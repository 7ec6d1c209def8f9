import type { Clock } from "../../kernel/clock.ts";
import { diskTroubleOf, type StorageTrouble } from "../../kernel/disk-trouble.ts";
import { type Log, oncePerMinute } from "../../kernel/log.ts";
import { type Refused, refused } from "../../kernel/outcome.ts";
import { reasonOf } from "../../kernel/startup-problem.ts";

/** A storage that has no room left, or does not answer; what was being done has not happened, or only where nobody sees it. */
export class StorageProblem extends Error {
  override readonly name = "StorageProblem";
  readonly trouble: StorageTrouble;

  constructor(trouble: StorageTrouble, cause: unknown) {
    super(`the storage of files is ${trouble} (${reasonOf(cause)})`, { cause });
    this.trouble = trouble;
  }
}

/** When to come back while the storage is away. */
const awayRetryMs = 5000;

/** An error of the disk as a `StorageProblem`; any other as it is. */
export function diskProblem(error: unknown): unknown {
  const trouble = error instanceof StorageProblem ? null : diskTroubleOf(error);
  return trouble === null ? error : new StorageProblem(trouble, error);
}

/** MSG-3r: how a failure of the storage, or of the disk in a work folder, is answered: 507 or 503. Any other error is thrown on. */
export function refusedByStorage(error: unknown): Refused {
  const problem = diskProblem(error);
  if (!(problem instanceof StorageProblem)) throw error;
  return problem.trouble === "full" ? refused("storage_full") : refused("unavailable", { retryAfterMs: awayRetryMs });
}

/** The same, with the reason in the log (MSG-3r). */
export type RefuseByStorage = typeof refusedByStorage;

interface RefusalParts {
  readonly clock: Pick<Clock, "steadyMs">;
  readonly log: Pick<Log, "error">;
}

export function createStorageRefusal({ clock, log }: RefusalParts): RefuseByStorage {
  const note = oncePerMinute<unknown>(clock, (count, error) =>
    log.error(
      { count, reason: reasonOf(error instanceof StorageProblem ? error.cause : error) },
      "no file could be stored",
    ),
  );
  return (error) => {
    const refusal = refusedByStorage(error);
    note(error);
    return refusal;
  };
}
