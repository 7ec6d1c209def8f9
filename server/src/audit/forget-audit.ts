import { type Clock, isoTime } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { hourMs, Rounds } from "../kernel/rounds.ts";
import type { AuditStore } from "./store.ts";

interface ForgetParts {
  readonly store: Pick<AuditStore, "removeBefore">;
  /** How long (days) entries stay (`AUDIT_DAYS`). */
  readonly storedDays: number;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

const dayMs = 24 * 60 * 60 * 1000;

/** AUD-2: removes the entries that are older. */
export function forgetAudit({ store, storedDays, clock, log }: ForgetParts): Rounds {
  async function removeAll(ending: AbortSignal): Promise<void> {
    const before = isoTime(clock.now() - storedDays * dayMs);
    while (!ending.aborted && (await store.removeBefore(before)));
  }
  const failure = "old entries of the audit log could not be removed";
  return new Rounds({ work: removeAll, everyMs: hourMs, clock, log, failure }).start();
}
