import type { AuditKind } from "@cuplaj/protocol/audit.ts";
import { newEntry } from "./new-entry.ts";
import type { AuditStore } from "./store.ts";

/** AUD-1: records an operator's command in the audit log; `what` is an account id or a detail. */
export async function noteCommand(
  store: Pick<AuditStore, "addAll">,
  { kind, what, at }: { readonly kind: AuditKind; readonly what: string; readonly at: number },
): Promise<void> {
  await store.addAll([newEntry(kind, { who: null, what, from: null }, at)]);
}
