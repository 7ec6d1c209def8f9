import { type AgingParts, endOfAge, hourly, type Rounds } from "../kernel/rounds.ts";
import type { AuditStore } from "./store.ts";

/** AUD-1: removes entries older than `AUDIT_DAYS`. */
export function forgetAudit({ store, ...parts }: AgingParts<Pick<AuditStore, "removeBefore">>): Rounds {
  async function removeAll(ending: AbortSignal): Promise<void> {
    const before = endOfAge(parts);
    while (!ending.aborted && (await store.removeBefore(before)));
  }
  return hourly({ ...parts, work: removeAll, failure: "old audit log entries could not be removed" }).start();
}
